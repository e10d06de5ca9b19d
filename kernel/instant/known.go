package instant

// wellKnown are packages that a cell may use without importing them, by name.
var wellKnown = map[string]string{
	"domains": "github.com/focal-search/focal/domains",
	"engine":  "github.com/focal-search/focal/engine",
	"npuzzle": "github.com/focal-search/focal/domains/npuzzle",
	"plot":    "github.com/focal-search/focal/kernel/plot",
	"show":    "github.com/focal-search/focal/kernel/show",

	"bufio": "bufio", "bytes": "bytes", "context": "context", "csv": "encoding/csv", "errors": "errors",
	"filepath": "path/filepath", "fmt": "fmt", "http": "net/http", "io": "io", "json": "encoding/json", "log": "log",
	"math": "math", "os": "os", "rand": "math/rand", "reflect": "reflect", "regexp": "regexp", "runtime": "runtime",
	"sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "time": "time",
}
