package main

import (
	"bufio"
	"bytes"
	"container/list"
	"container/ring"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"log"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

type LRU struct {
	cap int
	l   *list.List
	m   map[string]*list.Element
}
type kv struct {
	k string
	v int
}

func (c *LRU) Put(k string, v int) {
	if e, ok := c.m[k]; ok {
		e.Value.(*kv).v = v
		c.l.MoveToFront(e)
		return
	}
	if c.l.Len() >= c.cap {
		last := c.l.Back()
		delete(c.m, c.l.Remove(last).(*kv).k)
	}
	c.m[k] = c.l.PushFront(&kv{k, v})
}

type hexW struct{ io.Writer }

func (h hexW) Write(p []byte) (int, error) {
	_, err := fmt.Fprintf(h.Writer, "%x ", p)
	return len(p), err
}

type lineR struct {
	lines []string
	i     int
}

func (l *lineR) Read(p []byte) (int, error) {
	if l.i >= len(l.lines) {
		return 0, io.EOF
	}
	n := copy(p, l.lines[l.i]+"\n")
	l.i++
	return n, nil
}

type durations []time.Duration

func (d *durations) String() string { return fmt.Sprint(*d) }
func (d *durations) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil {
		return err
	}
	*d = append(*d, v)
	return nil
}

type _header struct {
	Magic uint32
	Ver   uint8
	Flags [3]uint8
	Size  int64
}

func main() {
	c := LRU{2, list.New(), map[string]*list.Element{}}
	for i, k := range strings.Fields("a b a c b") {
		c.Put(k, i)
	}
	for e := c.l.Front(); e != nil; e = e.Next() {
		fmt.Print(*e.Value.(*kv), " ")
	}
	fmt.Println(len(c.m))
	r := ring.New(3)
	for i := range 3 {
		r.Value = i * i
		r = r.Next()
	}
	s := 0
	r.Do(func(x any) { s = s*10 + x.(int) })
	fmt.Println(s)
	h := fnv.New64a()
	h.Write([]byte("hello"))
	fmt.Println(h.Sum64(), hex.EncodeToString(sha256.New().Sum(nil))[:8], base64.StdEncoding.EncodeToString([]byte("hi!")))
	fmt.Printf("%x\n", sha256.Sum256([]byte("x")))
	var buf bytes.Buffer
	err := binary.Write(&buf, binary.LittleEndian, uint32(0xdeadbeef))
	binary.Write(&buf, binary.BigEndian, []int16{1, -2})
	fmt.Printf("%x %v %d\n", buf.Bytes(), err, binary.LittleEndian.Uint16(buf.Bytes()))
	fmt.Fprintf(hexW{os.Stdout}, "ab%d", 1)
	sc := bufio.NewScanner(&lineR{lines: []string{"one two", "three"}})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ",")
	}
	fmt.Println(sc.Err())
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var ds durations
	n := fs.Int("n", 3, "count")
	fs.Var(&ds, "d", "durations")
	v := fs.Bool("v", false, "")
	fs.Func("f", "", func(s string) error {
		if s == "bad" {
			return errors.New("is bad")
		}
		return nil
	})
	fmt.Println(fs.Parse([]string{"-n", "5", "-d", "1s", "-d=2m", "-v", "rest", "-x"}), *n, ds, *v, fs.Args())
	fmt.Println(fs.Parse([]string{"-f", "bad"}))
	fmt.Println(fs.Parse([]string{"-d", "zz"}))
	lg := log.New(os.Stdout, "[p] ", log.Lmsgprefix)
	lg.Printf("%v %s", ds, "x")
	lg.Println(kv{"a", 1}, []kv{{"b", 2}})
	func() {
		defer func() { fmt.Println("R", recover()) }()
		lg.Panicf("code %d", 3)
	}()
	u, err := url.Parse("http://a.b/c?x=1&y=2&x=3")
	fmt.Println(u.Host, u.Query()["x"], u.Query().Get("y"), err, html.EscapeString("<a&b>"), filepath.Join("a", "..", "b.txt"), filepath.Ext("x.go"))
	words := strings.FieldsFunc("Hello, wörld! it's 42", func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	fmt.Printf("%q %d\n", words, utf8.RuneCountInString(words[1]))
	fmt.Println(strings.Title("ab cd"), strings.EqualFold("É", "é"), strings.TrimFunc("123abc456", unicode.IsDigit))
	before, after, ok := strings.Cut("k=v=w", "=")
	fmt.Println(before, after, ok, strings.SplitN("a,b,c", ",", 2), strings.LastIndex("go gopher", "go"), strings.TrimLeft("xxabc", "x"), strings.Count("cheese", "e"))
	rp := strings.NewReplacer("a", "1", "b", "2")
	fmt.Println(rp.Replace("abc"), strings.ToTitle("x"), strings.IndexFunc("abC", unicode.IsUpper), strings.ContainsAny("abc", "xyzc"))
	for l := range strings.Lines("a\nb\n") {
		fmt.Printf("%q ", l)
	}
	for p := range strings.SplitSeq("x-y-z", "-") {
		fmt.Print(p, " ")
	}
	fmt.Println()
	re := regexp.MustCompile(`(?P<k>\w+):\s*(?P<v>\d+)`)
	for _, m := range re.FindAllStringSubmatchIndex("a: 1, bb:22", -1) {
		fmt.Print(m, " ")
	}
	fmt.Println(re.SubexpNames(), re.ReplaceAllString("a: 1", "${v}-$k"), re.NumSubexp(), re)
	q, err := strconv.Unquote(`"a\n"`)
	fmt.Printf("%q %v %s %s\n", q, err, strconv.FormatFloat(1.0/3, 'g', 4, 64), strconv.AppendBool([]byte("x"), true))
	_, err = strconv.ParseBool("maybe")
	var ne *strconv.NumError
	fmt.Println(err, errors.As(err, &ne), ne.Func, ne.Err == strconv.ErrSyntax)
	rng := rand.New(rand.NewPCG(7, 7))
	deck := rng.Perm(6)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	fmt.Println(deck, rng.IntN(10), rng.Uint64()%100, rng.NormFloat64() != 0, rng.Int64N(5) < 5)
	t, err := time.Parse("2006-01-02 15:04", "2024-02-30 10:00")
	fmt.Println(t.IsZero(), err)
	t, _ = time.Parse(time.DateOnly, "2024-02-29")
	fmt.Println(t.AddDate(1, 0, 0).Format("Mon Jan _2 2006"), t.Month(), t.Month() == time.February, time.Duration(1e9+5e6), (90 * time.Second).String(), t.Equal(t.UTC()), t.Before(t.Add(1)))
	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("once") })
	}
	d, _ := time.ParseDuration("1h15m30.918s")
	fmt.Println(d.Round(time.Second), d.Hours() > 1, int64(d/time.Minute), d%time.Minute)
	type byKey []kv
	xs := byKey{{"b", 2}, {"a", 2}, {"c", 1}}
	slices.SortFunc(xs, func(a, b kv) int {
		if a.v != b.v {
			return b.v - a.v
		}
		return strings.Compare(a.k, b.k)
	})
	idx, found := slices.BinarySearchFunc(xs, kv{"c", 1}, func(a, b kv) int { return b.v - a.v })
	fmt.Println(xs, idx, found, slices.IsSortedFunc(xs, func(a, b kv) int { return b.v - a.v }))
	tw := io.TeeReader(strings.NewReader("tee"), os.Stdout)
	b, _ := io.ReadAll(io.LimitReader(tw, 2))
	fmt.Println(string(b))
	pr, pw := io.Pipe()
	go func() { fmt.Fprint(pw, "piped ", kv{"z", 9}); pw.CloseWithError(errors.New("done")) }()
	b, err = io.ReadAll(pr)
	fmt.Println(string(b), err)
	if f, err := os.CreateTemp("", "x"); err == nil {
		defer os.Remove(f.Name())
		fmt.Fprintln(f, "line 1\nline 2")
		f.Close()
		data, err := os.ReadFile(f.Name())
		fmt.Println(strings.Split(string(data), "\n"), len(data), err)
	}
}
