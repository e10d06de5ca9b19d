package setup

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Binder accepts the image, and the dev container is made from it.
func TestImage(t *testing.T) {
	image := read(t, "../../Dockerfile")
	argument := func(name string) string {
		found := regexp.MustCompile(`(?m)^ARG ` + name + `=(.*)$`).FindStringSubmatch(image)
		if found == nil {
			t.Fatalf("Dockerfile: no ARG %s", name)
		}
		return found[1]
	}
	if uid := argument("NB_UID"); uid != "1000" {
		t.Errorf("NB_UID is %s: want 1000, as Binder has it", uid)
	}
	if strings.Contains(image, "\nENTRYPOINT") || !regexp.MustCompile(`(?m)^USER \$\{NB_UID\}$`).MatchString(image) {
		t.Error("Dockerfile: Binder wants no ENTRYPOINT, and USER ${NB_UID}")
	}
	if base := regexp.MustCompile(`(?m)^FROM (\S+)`).FindStringSubmatch(image)[1]; !strings.Contains(base, ":") ||
		strings.HasSuffix(base, ":latest") {
		t.Errorf("Dockerfile: the base image %s has no version", base)
	}

	var container struct {
		Build struct {
			Dockerfile, Context, Target string
		}
		RemoteUser        string
		PostCreateCommand string
	}
	if err := json.Unmarshal([]byte(read(t, "../../.devcontainer/devcontainer.json")), &container); err != nil {
		t.Fatal(err)
	}
	var stages []string
	for _, found := range regexp.MustCompile(`(?m)^FROM \S+ AS (\S+)$`).FindAllStringSubmatch(image, -1) {
		stages = append(stages, found[1])
	}
	if b := container.Build; b.Dockerfile != "../Dockerfile" || b.Context != ".." || !slices.Contains(stages, b.Target) {
		t.Errorf("devcontainer.json builds %+v; the Dockerfile has the stages %q", b, stages)
	}
	if container.RemoteUser != argument("NB_USER") {
		t.Errorf("devcontainer.json: user %s, whom the Dockerfile calls %s", container.RemoteUser, argument("NB_USER"))
	}
	script, _, _ := strings.Cut(container.PostCreateCommand, " ")
	read(t, "../../"+script)
}
