package report

// The paper's figures, to stand beside ours: Vu Duc, Le Huu, Hà, Nguyen, Nguyen,
// Huynh: Probabilistic Focal Search: Accelerating Bounded-Suboptimal Search via
// Lower-Bound Advancement. P at p = 0.70, seed 42.

type paperKey struct {
	pair   Pair
	domain string
}

var pfs, pdps = pairs[0], pairs[1]

// paperHeadline is Table 1: success P and D in %, mean expansions P and D, their
// ratio, mean seconds P and D.
var paperHeadline = map[paperKey][]any{
	{pfs, "N-Puzzle"}:  {83.6, 44.3, 748.0e3, 1.902e6, 0.393, 51.11, 169.25},
	{pfs, "Pancake"}:   {72.0, 70.2, 21.4e3, 24.5e3, 0.874, 84.51, 90.04},
	{pfs, "TSP-40"}:    {99.4, 78.6, 25.8e3, 446.2e3, 0.058, 3.56, 82.98},
	{pfs, "TSP-50"}:    {96.4, 58.3, 67.2e3, 526.8e3, 0.128, 14.93, 135.36},
	{pdps, "N-Puzzle"}: {77.7, 65.4, 910.2e3, 1.203e6, 0.757, 71.41, 112.10},
	{pdps, "Pancake"}:  {95.8, 94.0, 4.1e3, 5.1e3, 0.793, 13.11, 23.65},
	{pdps, "TSP-40"}:   {96.0, 89.3, 9.1e3, 15.5e3, 0.586, 22.21, 42.87},
	{pdps, "TSP-50"}:   {88.7, 79.1, 20.2e3, 30.7e3, 0.658, 44.81, 70.51},
}

type paperBound struct {
	pair Pair
	w    float64
}

type boundFigures struct {
	solvedP, solvedD int
	expansions, time float64 // mean paired ratios
}

// paperTSP50 is Table 2.
var paperTSP50 = map[paperBound]boundFigures{
	{pfs, 1.05}: {77, 25, .061, .039}, {pdps, 1.05}: {40, 12, .757, .390},
	{pfs, 1.10}: {98, 24, .112, .129}, {pdps, 1.10}: {82, 47, .801, .174},
	{pfs, 1.15}: {100, 38, .154, .213}, {pdps, 1.15}: {99, 95, .928, .923},
	{pfs, 1.20}: {100, 55, .285, .307}, {pdps, 1.20}: {100, 100, 1.437, 1.146},
	{pfs, 1.25}: {100, 71, .165, .332}, {pdps, 1.25}: {100, 100, 1.635, 1.453},
	{pfs, 1.50}: {100, 95, .878, 1.475}, {pdps, 1.50}: {100, 100, 2.032, 2.051},
	{pfs, 2.00}: {100, 100, 1.262, 1.923}, {pdps, 2.00}: {100, 100, 1.298, 1.146},
}

// paperEffects are median paired expansion ratios of PFS/FS at w = 1.25, from an
// earlier version of the paper.
var paperEffects = map[string]float64{
	"npuzzle/korf:unit": 0.146, "npuzzle/korf:heavy": 0.099, "npuzzle/korf:inverse": 0.045,
}

// paperSensitivity is the answer to its third research question: the median setting-level ratio of PFS/FS over p, as
// the range over p = 0.60, 0.70, 0.80 or for one p.
var paperSensitivity = map[string]map[float64]string{
	"N-Puzzle": {0.6: "0.121 to 0.151 over p", 0.7: "0.121 to 0.151 over p", 0.8: "0.121 to 0.151 over p"},
	"TSP":      {0.6: "0.021 to 0.029 over p", 0.7: "0.021 to 0.029 over p", 0.8: "0.021 to 0.029 over p"},
	"Pancake":  {0.6: "1.629", 0.7: "1.354", 0.8: "1.222"},
}

// paperTrajectory are expansions on npuzzle/korf/39:heavy at w = 1.25, of PFS
// with p = 0.70, seed 42 and another generator than ours (Figures 5 and 6).
var paperTrajectory = map[string]int{"fs": 444_774, "pfs": 43_972}

type paperInstances struct{ instances, incumbent, near int }

// paperAnytime is of Figures 7 and 8: of 81 small and 234 medium instances of GCTSP, those with an
// incumbent and those within 1 % of the best final cost; p = 0.70.
var paperAnytime = map[string]map[string]paperInstances{
	"small":  {"afs": {81, 76, 61}, "apfs": {81, 81, 81}, "adps": {81, 78, 76}, "apdps": {81, 80, 73}},
	"medium": {"afs": {234, 82, 34}, "apfs": {234, 189, 181}, "adps": {234, 25, 21}, "apdps": {234, 74, 42}},
}

// paperCommon are median ratios APDPS/ADPS of expansions and time on the
// instances with an incumbent of both.
var paperCommon = map[string][2]float64{"small": {0.950, 0.513}, "medium": {0.944, 0.735}}
