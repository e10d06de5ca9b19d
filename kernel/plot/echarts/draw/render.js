// Draws charts below each other. Nothing moves in a picture, and it is drawn in one go.
(echarts, revive, room) => {
  const themed = ink => {
    const text = {color: ink}, faint = {color: ink, opacity: 0.25};
    const axis = {axisLine: {lineStyle: text}, axisTick: {lineStyle: text}, axisLabel: text, nameTextStyle: text,
      splitLine: {lineStyle: faint}, minorSplitLine: {lineStyle: faint}};
    return {
      textStyle: text, title: {textStyle: text, subtextStyle: text}, legend: {textStyle: text},
      visualMap: {textStyle: text}, toolbox: {show: false}, dataZoom: {textStyle: text},
      categoryAxis: axis, valueAxis: axis, logAxis: axis, timeAxis: axis,
      radar: {axisName: text, splitLine: {lineStyle: faint}, axisLine: {lineStyle: faint}},
      parallel: {parallelAxisDefault: axis}, calendar: {dayLabel: text, monthLabel: text, yearLabel: text},
      pie: {label: text}, funnel: {label: text}, tree: {label: text}, sankey: {label: text}, graph: {label: text}, themeRiver: {label: text},
      gauge: {title: text, detail: text, axisLabel: text},
    };
  };
  const still = option => ({
    ...option, animation: false, toolbox: {show: false}, tooltip: undefined,
    series: [option.series ?? []].flat().map(s => ({...s, animation: false, progressive: 0,
      ...(s.type === 'graph' && s.layout === 'force' && {force: {...s.force, layoutAnimation: false}})})),
  });
  return (charts, ink) => {
    let top = 0, widest = 0;
    const drawn = JSON.parse(charts).map(({option, width, height, theme, functions}) => {
      const chart = echarts.init(null, theme || themed(ink), {renderer: 'svg', ssr: true, width, height});
      try {
        chart.setOption(still(revive(option, chart, functions)));
        room(chart);
        const svg = chart.renderToSVGString();
        const placed = svg.replace('<svg ', `<svg y="${top}" `);
        top += height;
        widest = Math.max(widest, width);
        return placed;
      } finally {
        chart.dispose();
      }
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${widest} ${top}" width="${widest}" height="${top}">${drawn.join('\n')}</svg>`;
  };
}
