// Embedded methods, method values and pointers to receivers.
package main

import "fmt"

type animal interface {
	name() string
	legs() int
}
type base struct{ n string }

func (b base) name() string     { return b.n }
func (b *base) rename(s string) { b.n = s }

type dog struct {
	base
	age int
}

func (d dog) legs() int { return 4 }

type puppy struct {
	*dog
	toys []string
}

func (p puppy) name() string { return "little " + p.dog.name() }

type loud interface {
	animal
	shout() string
}

func (d *dog) shout() string { return d.name() + "!" }

type counter struct{ n int }

func (c *counter) inc() int { c.n++; return c.n }
func (c counter) get() int  { return c.n }

type op func(a, b int) int

func (o op) twice(a, b int) int { return o(o(a, b), b) }

func main() {
	d := &dog{base{"rex"}, 3}
	p := puppy{d, []string{"ball"}}
	var as []animal
	as = append(as, *d, d, p, &p)
	d.rename("max")
	for i, a := range as {
		l, ok := a.(loud)
		if ok {
			fmt.Println(i, a.name(), a.legs(), l.shout())
			continue
		}
		fmt.Println(i, a.name(), a.legs(), ok)
	}
	p.rename("bob")
	f, g := p.name, d.base.name
	p.rename("tim")
	fmt.Println(f(), g(), p.age, p.n, d.shout())
	h := (*dog).shout
	k := dog.legs
	fmt.Println(h(d), k(*d))
	var c counter
	inc := c.inc
	get := c.get
	inc()
	inc()
	fmt.Println(c.n, get(), c.get(), counter.get(c), (*counter).inc(&c))
	fs := map[string]func() int{"inc": c.inc, "get": c.get}
	fs["inc"]()
	fmt.Println(c.n, fs["get"]())
	add := op(func(a, b int) int { return a*2 + b })
	fmt.Println(add.twice(1, 2), op.twice(add, 1, 3))
	cs := []counter{{1}, {5}}
	for i := range cs {
		cs[i].inc()
	}
	for _, c := range cs {
		c.inc()
	}
	m := map[string]*counter{"a": {1}}
	m["a"].inc()
	fmt.Println(cs, *m["a"], m["a"].get())
	defer fmt.Println("d", c.get())
	defer func(n int) { fmt.Println("e", n, c.n) }(c.n)
	c.inc()
	switch a := as[2].(type) {
	case *dog:
		fmt.Println("dog", a.age)
	case puppy, *puppy:
		fmt.Printf("%T\n", a)
	}
	fmt.Printf("%v %+v %T\n", as[0], as[0], as[1])
}
