//go:build unix

package instant

import (
	"encoding/binary"
	"net"
	"strings"
	"sync"
	"time"
)

// A socket is one channel: a listener and its peers. What is sent goes into one log for all
// peers. Each has a writer of its own, which takes from the log what is for it. So a peer that
// reads slowly, or nothing, keeps nobody else waiting, and any number of them cost no more
// memory than one.
type socket struct {
	guard
	net.Listener
	take func(p *peer, frames [][]byte, big bool) // gets what peers send

	mu      sync.Mutex
	changed *sync.Cond
	peers   map[*peer]bool
	log     []entry
	first   int64 // number of the log's first message
	bytes   int   // of the log
	closed  bool
}

// An entry is a message in the log.
type entry struct {
	to   string // a peer's identity, or a topic
	wire []byte // frames as they are sent
}

const (
	mostBehind = 64 << 20              // bytes by which a peer may be behind
	lastChance = 30 * time.Millisecond // for one that is further behind to take its next message
)

func newSocket(l net.Listener, g guard, take func(p *peer, frames [][]byte, big bool)) *socket {
	s := &socket{guard: g, Listener: l, take: take, peers: map[*peer]bool{}}
	s.changed = sync.NewCond(&s.mu)
	return s
}

// serve accepts peers until the socket is closed.
func (s *socket) serve() {
	for {
		conn, err := s.Accept()
		s.mu.Lock()
		closed, full := s.closed, len(s.peers) >= mostPeers
		p := newPeer(conn, s.guard)
		if err == nil && !closed && !full {
			s.peers[p] = true
		}
		s.mu.Unlock()
		switch {
		case closed:
			if err == nil {
				conn.Close()
			}
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond) // too many open files, which passes
		case full:
			conn.Close()
		default:
			go s.attend(p)
		}
	}
}

// attend reads what a peer sends, until it goes or breaks the protocol.
func (s *socket) attend(p *peer) {
	defer s.drop(p)
	if p.handshake() != nil {
		return
	}
	s.mu.Lock()
	p.seated, p.next = true, s.end()
	s.mu.Unlock()
	go s.write(p)
	for {
		var c claim
		frames, err := p.message(&c)
		if err == nil {
			err = s.pass(p, frames, c.bytes > 0)
		}
		waiting.release(&c)
		if err != nil {
			return
		}
	}
}

// pass passes on what a peer has sent; of a subscriber its first subscription.
func (s *socket) pass(p *peer, frames [][]byte, big bool) error {
	if s.topic {
		if first, err := s.subscribe(p, frames[0]); !first || err != nil {
			return err
		}
	}
	s.take(p, frames, big)
	return nil
}

// subscribe notes a subscription or its end, and reports whether it is the first of the peer.
func (s *socket) subscribe(p *peer, frame []byte) (first bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	topic := string(frame[1:])
	if frame[0] == 0 {
		delete(p.topics, topic)
		return false, nil
	}
	if p.topics[topic] = true; len(p.topics) > mostTopics {
		return false, breach("%d subscriptions", len(p.topics))
	}
	if first = !p.subscribed; first {
		p.subscribed, p.next = true, s.end()
	}
	return first, nil
}

// drop cuts a peer off.
func (s *socket) drop(p *peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(p)
}

func (s *socket) remove(p *peer) {
	delete(s.peers, p)
	p.Close()
	s.changed.Broadcast()
}

// write sends a peer what is for it.
func (s *socket) write(p *peer) {
	defer s.drop(p)
	for {
		wire := s.nextFor(p)
		if wire == nil || p.SetWriteDeadline(time.Now().Add(writeTime)) != nil {
			return
		}
		if _, err := p.Write(wire); err != nil {
			return
		}
	}
}

// nextFor waits for the next message for a peer. It is nil when the peer is gone.
func (s *socket) nextFor(p *peer) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.writing = false
	s.changed.Broadcast() // to whoever waits for it
	for s.peers[p] {
		for p.next < s.end() {
			e := s.log[p.next-s.first]
			p.next++
			if s.wants(p, e.to) {
				p.writing = true
				return e.wire
			}
		}
		s.changed.Wait()
	}
	return nil
}

// wants reports whether messages to a topic, or to an identity, are for a peer.
func (s *socket) wants(p *peer, to string) bool {
	if !s.topic {
		return to == p.identity
	}
	for topic := range p.topics {
		if strings.HasPrefix(to, topic) {
			return true
		}
	}
	return false
}

// end is the number of the next message.
func (s *socket) end() int64 { return s.first + int64(len(s.log)) }

// send sends a message to the peers with an identity, or with a subscription to its topic.
func (s *socket) send(to string, frames [][]byte) {
	e := entry{to, wire(frames)}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.trim(); s.bytes > 0 && s.bytes+len(e.wire) > mostBehind; s.trim() {
		s.awaitLast()
	}
	s.log = append(s.log, e)
	s.bytes += len(e.wire)
	s.changed.Broadcast()
}

// trim removes from the log what all peers have taken.
func (s *socket) trim() {
	least := s.end()
	for p := range s.peers {
		if p.seated {
			least = min(least, p.next)
		}
	}
	for ; s.first < least; s.first++ {
		s.bytes -= len(s.log[0].wire)
		s.log[0] = entry{}
		s.log = s.log[1:]
	}
}

// awaitLast waits until the peers that are furthest behind have taken a message. Those that take none are cut off.
func (s *socket) awaitLast() {
	first, next := s.first, map[*peer]int64{}
	for p := range s.peers {
		next[p] = p.next
	}
	began := time.Now()
	timer := time.AfterFunc(lastChance, s.changed.Broadcast)
	defer timer.Stop()
	for s.trim(); s.first == first; s.trim() {
		if time.Since(began) >= lastChance {
			for p := range s.peers {
				if at, known := next[p]; known && p.seated && p.next == at && p.writing {
					s.remove(p)
				}
			}
			return
		}
		s.changed.Wait()
	}
}

// wire is a message as it is sent.
func wire(frames [][]byte) (b []byte) {
	for i, f := range frames {
		flags := byte(0)
		if i < len(frames)-1 {
			flags = hasMore
		}
		if len(f) > 255 {
			b = binary.BigEndian.AppendUint64(append(b, flags|isLong), uint64(len(f)))
		} else {
			b = append(b, flags, byte(len(f)))
		}
		b = append(b, f...)
	}
	return b
}

// there reports whether a peer has an identity or, on a socket of subscribers, whether there is one.
func (s *socket) there(identity string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.peers {
		if p.seated && (p.subscribed || p.identity == identity) {
			return true
		}
	}
	return false
}

// drained reports whether all peers have got what is for them.
func (s *socket) drained() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.peers {
		if p.writing || p.seated && p.next < s.end() {
			return false
		}
	}
	return true
}

// close ends the socket, after a moment for its peers to take what is for them.
func (s *socket) close() {
	const moment = time.Second / 2
	for began := time.Now(); !s.drained() && time.Since(began) < moment; {
		time.Sleep(time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for p := range s.peers {
		s.remove(p)
	}
	s.Close()
}
