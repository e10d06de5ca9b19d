package store

import (
	"database/sql/driver"
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

	"github.com/ncruces/go-sqlite3/ext/serdes"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/input"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/engine/store/internal/lite"
)

// A Store is an open store. It is safe for concurrent use, and several processes of one
// host may use the same store.
type Store struct {
	path     string
	readURI  string // of the database, for reading
	writeURI string
	held     *lite.Conn // open as long as the store, so that SQLite keeps its log, or a database in memory
	readOnly bool
	schema   int // the version that the database has
	watch    func(Operation) error

	collecting sync.Mutex
	waiting    map[string]waiting // by shard
	leftOut    []error            // what could not be collected
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
	if s.readURI, s.writeURI, err = uris(s.path, s.readOnly); err != nil {
		return err
	}
	if err := s.hold(); err != nil {
		return err
	}
	return s.migrate()
}

// create makes an empty store, which gets its name when it is complete. If another process is faster, that one's stays.
func (s *Store) create(path string) error {
	if placeOf(path, false).Has("vfs") { // it is no file
		return nil
	}
	fresh, err := lite.Open(":memory:")
	if err != nil {
		return err
	}
	defer fresh.Close()
	if err := (&Store{held: fresh}).migrate(); err != nil {
		return err
	}
	contents, err := serdes.Serialize(fresh.Conn, "main")
	if err != nil {
		return err
	}
	contents[18], contents[19] = 2, 2 // with a log from the begin: no connection that opens it has to change that
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
	version, err := s.version()
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
	return s.held.Transaction(func() error {
		version, err := s.version() // another process may have migrated it
		if err != nil {
			return err
		}
		fresh := version == 0
		for ; version < len(migrations); version++ {
			if err := s.held.Exec(migrations[version]); err != nil {
				return fmt.Errorf("migrating the store from version %d to %d: %w", version, version+1, err)
			}
			if version+1 == checksums && !fresh {
				if err := s.fill(); err != nil {
					return fmt.Errorf("migrating the store from version %d to %d: %w", version, version+1, err)
				}
			}
		}
		s.schema = version
		return s.held.Exec(countAll +
			fmt.Sprintf("; PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version))
	})
}

// countAll counts the rows that a new version begins with. Shards without checksums are
// collected anew, which changes nothing.
const countAll = `INSERT OR REPLACE INTO totals SELECT 'runs', count(*), ifnull(sum(crc32c), 0) FROM runs
	UNION ALL SELECT 'traces', count(*), ifnull(sum(crc32c), 0) FROM traces`

// version returns the version of the schema, 0 for an empty database.
func (s *Store) version() (version int, err error) {
	var application, tables int
	var views string
	err = s.held.Each("SELECT (SELECT application_id FROM pragma_application_id), "+
		"(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema), "+
		"(SELECT ifnull(group_concat(name), '') FROM sqlite_schema WHERE type = 'view' AND lower(name) <> 'results')",
		func(row *lite.Stmt) error {
			application, version, tables, views = row.ColumnInt(0), row.ColumnInt(1), row.ColumnInt(2), row.ColumnText(3)
			return nil
		})
	if err == nil && application != applicationID && (tables > 0 || version > 0) {
		return 0, fmt.Errorf("an SQLite database of something else: %w", ErrNotStore)
	}
	if err == nil && views != "" {
		return 0, fmt.Errorf("it has views of its own, %s, and a store has tables there: %w", input.Brief(views), ErrNotStore)
	}
	return version, err
}

// Path returns the path of the store.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether the store accepts no new runs.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Close closes the store.
func (s *Store) Close() error {
	if s.held == nil { // it could not be opened
		return nil
	}
	return explain(s.path, s.held.Close())
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
	c, err := lite.Open(s.readURI)
	if err == nil {
		defer c.Close()
		columns, rows, err = ask(c, query, args)
	}
	return columns, rows, sqlError(err)
}

func ask(c *lite.Conn, query string, args []any) (columns []string, rows [][]any, err error) {
	err = errors.Join(confine(c), c.Exec("PRAGMA query_only = 0;"+resultsView+"; PRAGMA query_only = 1"))
	if err != nil {
		return nil, nil, err
	}
	found, rest, err := c.Conn.Prepare(query)
	if err != nil {
		return nil, nil, err
	}
	if found == nil {
		return nil, nil, errors.New("the query is empty")
	}
	defer found.Close()
	if several(rest) {
		return nil, nil, errors.New("more than one statement: want one query")
	}
	if n := found.BindCount(); n != len(args) {
		return nil, nil, fmt.Errorf("the query has places for %d values, and there are %d: want one for each ?", n, len(args))
	}
	values := make([]any, len(args))
	for i, arg := range args {
		if values[i], err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
			return nil, nil, err
		}
	}
	if err := (&lite.Stmt{Stmt: found}).Bind(values...); err != nil {
		return nil, nil, err
	}
	for i := range found.ColumnCount() {
		columns = append(columns, found.ColumnName(i))
	}
	size := 0
	for found.Step() {
		row := make([]any, len(columns))
		if err := found.Columns(row...); err != nil {
			return nil, nil, err
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
	return columns, rows, found.Err()
}

// resultsView hides the view of schema.sql behind one with the columns of frames, by their names and aliases, and those
// that the first version had besides.
var resultsView = func() string {
	var columns []string
	known := func(column, expression string) string { // what is not known is less than the column's least value
		return fmt.Sprintf("CASE WHEN %s >= %d THEN %s END", column, record.Find(column).Least, expression)
	}
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
		switch {
		case c.Kind == record.Int:
			expression = known(c.Name, expression)
		case c.Show == "w":
			expression = "nullif(w, 0)" // another program's algorithm need not have one
		}
		add(c.Show, expression)
		for _, alias := range c.Aliases {
			add(alias, expression)
		}
	}
	add("problem_set", "problem_set")
	add("variant", "variant")
	add("guided", known("guided", "guided"))
	add("head", known("head", "head"))
	refuted := fmt.Sprintf("status = '%s'", engine.Refuted)
	add("solved", "cost IS NOT NULL AND NOT "+refuted)
	add("factor", "CASE WHEN unit = 0 OR lower_bound < 0 OR "+refuted+
		" THEN NULL WHEN cost = lower_bound THEN 1.0 ELSE cost * 1.0 / lower_bound END")
	add("mib", known("peak_bytes", "peak_bytes / 1048576.0"))
	return "CREATE TEMP VIEW results AS SELECT " + strings.Join(columns, ", ") + " FROM main.runs"
}()

// several reports whether the SQL behind a statement has another one, and not only comments and semicolons.
func several(rest string) bool {
	for {
		start := rest
		switch rest = strings.TrimLeft(rest, "; \t\r\n\f"); {
		case strings.HasPrefix(rest, "--"):
			_, rest, _ = strings.Cut(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			_, rest, _ = strings.Cut(rest[2:], "*/")
		}
		if rest == start {
			return rest != ""
		}
	}
}

// sqlError reduces an SQL error to what users need.
func sqlError(err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "sqlite3: "), "SQL logic error: ")
	if codeOf(err) == codeReadOnly || strings.HasPrefix(text, "too many attached databases") {
		return errors.New("a query can only read")
	}
	return errors.New(text)
}
