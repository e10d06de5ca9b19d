package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
)

// A Store is an open store. It is safe for concurrent use, and several processes of one
// host may use the same store.
type Store struct {
	path     string
	db       *sql.DB
	reader   *sql.DB // cannot write; for users' SQL
	readURI  string  // of the database, for reading
	writeURI string
	readOnly bool
	schema   int // the version that the database has
	watch    func(Operation) error

	collecting sync.Mutex
	held       map[string]held // by shard
	leftOut    []error         // what could not be collected
}

// An Operation is how much of a long operation on a store is done.
type Operation struct {
	Doing string // "read", "written" or "collected"
	Done  int64  // runs or bytes, as Unit says
	Total int64  // 0 while it is not known
	Unit  string
}

// Watch sets a function that is called often while runs are imported, collected or
// read. An error that it returns ends that and is returned.
func (s *Store) Watch(f func(Operation) error) { s.watch = f }

func (s *Store) notify(doing string, done, total int64, unit string) error {
	if s.watch == nil {
		return nil
	}
	return s.watch(Operation{doing, done, total, unit})
}

const applicationID = 0x666f636c // "focl"

//go:embed schema.sql
var schema string

//go:embed checksums.sql
var checksumSchema string

// migrations lead from each version of the schema to the next, starting from an empty
// database. Entries are only added, never changed.
var migrations = []string{schema, checksumSchema}

// busyTimeout is how long a writer waits for another.
const busyTimeout = 30 * time.Second

// Open opens the store at path, and creates it if there is none. A store of an older
// version is migrated. A store that cannot be written to can be read; see
// [Store.ReadOnly].
func Open(path string) (*Store, error) {
	s := &Store{path: path}
	if err := s.open(); err != nil {
		s.Close()
		return nil, explain(path, err)
	}
	return s, nil
}

func (s *Store) open() error {
	to := target(s.path)
	exists, err := inspect(to)
	if err != nil {
		return err
	}
	if !exists && !takesFiles(to) {
		return errNoRoom
	}
	s.readOnly = exists && !writable(to)
	if !exists {
		if err := s.create(to); err != nil {
			return err
		}
	}
	if s.db, err = connect(s.path, !s.readOnly, s.readOnly); err != nil {
		return err
	}
	if s.readURI, s.writeURI, err = uris(s.path, s.readOnly); err != nil {
		return err
	}
	if err := s.migrate(); err != nil {
		return err
	}
	s.reader, err = connect(s.path, false, s.readOnly)
	return err
}

// create makes an empty store, which gets its name when it is complete. If another process is faster, that one's stays.
func (s *Store) create(path string) error {
	if place, err := placeOf(path, false); err != nil || place.Has("vfs") { // it is no file
		return err
	}
	fresh, err := memory()
	if err != nil {
		return err
	}
	defer fresh.Close()
	if err := (&Store{db: fresh}).migrate(); err != nil {
		return err
	}
	contents, err := serialized(fresh)
	if err != nil {
		return err
	}
	f, err := output.Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(contents); err != nil {
		return err
	}
	if err := f.CommitNew(); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// inspect reports whether there is a database at path, and rejects anything else before
// SQLite touches it.
func inspect(path string) (exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, err := os.Stat(filepath.Dir(path))
		return false, err
	case err != nil:
		return false, err
	case info.IsDir():
		return false, fmt.Errorf("%w: want the name of a file, which is made if there is none", syscall.EISDIR)
	case !info.Mode().IsRegular(): // opening a pipe would wait for its writer
		return false, ErrNotStore
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if info.Size() == 0 {
		return true, nil // made by a process that died immediately
	}
	const magic = "SQLite format 3\x00"
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil || string(head) != magic {
		return false, ErrNotStore
	}
	return true, nil
}

// writable reports whether the database and its directory, in which SQLite keeps its
// log, can be written to.
func writable(path string) bool {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return !forbidden(err)
	}
	f.Close()
	return takesFiles(path)
}

// takesFiles reports whether the database's directory can be written to.
func takesFiles(path string) bool {
	probe, err := os.CreateTemp(filepath.Dir(path), ".focal-*")
	if err != nil {
		return !forbidden(err)
	}
	probe.Close()
	return os.Remove(probe.Name()) == nil
}

// migrate brings the database to the current schema.
func (s *Store) migrate() error {
	version, err := s.version(s.db)
	switch {
	case err != nil:
		return err
	case s.readOnly && version == checksums-1:
		s.schema = version // as it was, without checksums
		return nil
	case version < 0:
		return fmt.Errorf("the store has version %d: %w", version, ErrNotStore)
	case version > len(migrations):
		return fmt.Errorf("the store has version %d; this program knows versions up to %d: %w",
			version, len(migrations), ErrNewer)
	case version == len(migrations):
		s.schema = version
		return nil
	case s.readOnly:
		return fmt.Errorf("a store of version %d has to be migrated to version %d: %w", version, len(migrations),
			ErrReadOnly)
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		version, err := s.version(tx) // another process may have migrated it
		if err != nil {
			return err
		}
		fresh := version == 0
		for ; version < len(migrations); version++ {
			if _, err := tx.Exec(migrations[version]); err != nil {
				return fmt.Errorf("migrating the store from version %d to %d: %w", version, version+1, err)
			}
			if version+1 == checksums && !fresh {
				if err := s.fill(tx); err != nil {
					return fmt.Errorf("migrating the store from version %d to %d: %w", version, version+1, err)
				}
			}
		}
		if _, err := tx.Exec(countAll); err != nil {
			return err
		}
		s.schema = version
		_, err = tx.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version))
		return err
	})
}

// countAll counts the rows that a new version begins with. Shards without checksums are
// collected anew, which changes nothing.
const countAll = `INSERT OR REPLACE INTO totals SELECT 'runs', count(*), ifnull(sum(crc32c), 0) FROM runs
	UNION ALL SELECT 'traces', count(*), ifnull(sum(crc32c), 0) FROM traces`

// version returns the version of the schema, 0 for an empty database.
func (s *Store) version(db interface {
	QueryRow(string, ...any) *sql.Row
}) (version int, err error) {
	var application, tables int
	var views string
	err = db.QueryRow("SELECT (SELECT application_id FROM pragma_application_id), "+
		"(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema), "+
		"(SELECT ifnull(group_concat(name), '') FROM sqlite_schema WHERE type = 'view' AND lower(name) <> 'results')").
		Scan(&application, &version, &tables, &views)
	if err == nil && application != applicationID && (tables > 0 || version > 0) {
		return 0, fmt.Errorf("an SQLite database of something else: %w", ErrNotStore)
	}
	if err == nil && views != "" {
		return 0, fmt.Errorf("it has views of its own, %s, and a store has tables there: %w", input.Brief(views), ErrNotStore)
	}
	return version, err
}

// inTransaction runs f in a transaction that excludes other writers.
func (s *Store) inTransaction(f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Path returns the path of the store.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether the store accepts no new runs.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Close closes the store.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.reader, s.db} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return explain(s.path, errors.Join(errs...))
}

// Shard creates a shard for runs of this process; see [NewShard].
func (s *Store) Shard() (*Shard, error) {
	if s.readOnly {
		return nil, explain(s.path, ErrReadOnly)
	}
	return NewShard(s.path)
}

// Bounds on the answer to a user's SQL, in bytes.
const (
	mostValue  = 256 << 20
	mostAnswer = 512 << 20
)

// Query answers one SQL query of a user, which cannot change anything. The values are
// int64, float64, string, []byte or nil.
func (s *Store) Query(query string, args ...any) (columns []string, rows [][]any, err error) {
	if several(query) {
		return nil, nil, errors.New("more than one statement: want one query")
	}
	ctx := context.Background()
	conn, err := s.reader.Conn(ctx)
	if err != nil {
		return nil, nil, sqlError(err)
	}
	defer conn.Close()
	if err := confine(conn); err != nil {
		return nil, nil, sqlError(err)
	}
	for _, first := range []string{"PRAGMA query_only = 0", resultsView, "PRAGMA query_only = 1"} {
		if _, err := conn.ExecContext(ctx, first); err != nil {
			return nil, nil, sqlError(err)
		}
	}
	found, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, nil, sqlError(err)
	}
	defer found.Close()
	if columns, err = found.Columns(); err != nil {
		return nil, nil, sqlError(err)
	}
	size := 0
	for found.Next() {
		row := make([]any, len(columns))
		places := make([]any, len(columns))
		for i := range row {
			places[i] = &row[i]
		}
		if err := found.Scan(places...); err != nil {
			return nil, nil, sqlError(err)
		}
		for _, value := range row {
			size += 32 // of a value in Go
			switch v := value.(type) {
			case string:
				size += len(v)
			case []byte:
				size += len(v)
			}
		}
		if size > mostAnswer {
			return nil, nil, fmt.Errorf("the answer is longer than %d MiB: ask for less of it, as with LIMIT", mostAnswer>>20)
		}
		rows = append(rows, row)
	}
	return columns, rows, sqlError(found.Err())
}

// resultsView hides the view of schema.sql behind one with the columns of frames, by their names and aliases, and those
// that the first version had besides.
var resultsView = func() string {
	var columns []string
	add := func(name, expression string) {
		columns = append(columns, fmt.Sprintf("%s AS %q", expression, strings.ReplaceAll(name, " ", "_")))
	}
	for _, c := range record.Shown {
		if c.Name == "" || c.Kind == record.Moves {
			continue
		}
		expression := c.Name
		if _, size := c.Unit.Shown(); c.Unit == record.Cost {
			expression += " * 1.0 / unit"
		} else if size != 1 {
			expression += fmt.Sprintf(" / %g", size)
		}
		if c.Effort {
			expression = fmt.Sprintf("CASE WHEN %s >= 0 THEN %s END", c.Name, expression)
		}
		add(c.Show, expression)
		for _, alias := range c.Aliases {
			add(alias, expression)
		}
	}
	for _, name := range []string{"problem_set", "variant", "guided", "head"} {
		add(name, name)
	}
	refuted := fmt.Sprintf("status = '%s'", engine.Refuted)
	add("solved", "cost IS NOT NULL AND NOT "+refuted)
	add("factor", "CASE WHEN unit = 0 OR "+refuted+" THEN NULL WHEN cost = lower_bound THEN 1.0 ELSE cost * 1.0 / lower_bound END")
	add("mib", "peak_bytes / 1048576.0")
	return "CREATE TEMP VIEW IF NOT EXISTS results AS SELECT " + strings.Join(columns, ", ") + " FROM main.runs"
}()

// several reports whether SQL continues after its first statement.
func several(query string) bool {
	skip := func(start, end string) bool {
		rest, ok := strings.CutPrefix(query, start)
		if ok {
			_, query, _ = strings.Cut(rest, end)
		}
		return ok
	}
	for ended := false; query != ""; {
		switch {
		case skip("--", "\n"), skip("/*", "*/"):
		case query[0] == ';':
			ended, query = true, query[1:]
		case ended && strings.TrimSpace(query[:1]) != "":
			return true
		case skip("'", "'"), skip(`"`, `"`), skip("`", "`"), skip("[", "]"):
		default:
			query = query[1:]
		}
	}
	return false
}

// sqlError reduces an SQL error to what users need.
func sqlError(err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "sqlite3: "), "SQL logic error: ")
	var places, values int
	if n, _ := fmt.Sscanf(text, "sql: expected %d arguments, got %d", &places, &values); n == 2 {
		text = fmt.Sprintf("the query has places for %d values, and there are %d: want one for each ?", places, values)
	}
	if codeOf(err) == codeReadOnly || strings.HasPrefix(text, "too many attached databases") {
		return errors.New("a query can only read")
	}
	return errors.New(text)
}
