package plot_test

import (
	_ "github.com/focal-search/focal/kernel/frame/files"
	_ "github.com/focal-search/focal/kernel/plot/echarts/draw"
)
