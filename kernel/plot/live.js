// Draws Focal's charts. A notebook holds this once, with ECharts; each chart is
// a picture followed by a script that queues its data:
//
//   (window.focalCharts ??= []).push([document.currentScript, data])
//
// so the order in which outputs are rendered does not matter: what was queued
// before this script runs is drawn now, and what comes later is drawn at once.
// Where this script never runs the pictures stay.
(packed => {
  if (window.focalCharts?.live) return;

  const unpack = base64 => new Response(
    new Blob([Uint8Array.from(atob(base64), c => c.charCodeAt(0))]).stream()
      .pipeThrough(new DecompressionStream('gzip'))).text();

  // Given its own exports, ECharts leaves the page's globals and module loaders alone.
  const library = unpack(packed).then(code => {
    const exports = {};
    new Function('exports', 'module', 'define', code)(exports, {});
    return exports;
  });

  const escape = s => String(s).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
  const number = v => typeof v === 'number' ? v.toLocaleString('en-US', {maximumFractionDigits: 4}) : escape(v);

  // The tooltip tells the whole row under the pointer, once for all lines that share it.
  const tooltip = words => points => {
    const seen = new Set();
    return points.filter(p => !seen.has(p.seriesName) && seen.add(p.seriesName)).map(p => {
      const cells = p.dimensionNames.map((name, i) => {
        const value = words[name] ? words[name][p.data[i]] : number(p.data[i]);
        return `<tr><td>${escape(name)}</td><td style="text-align:right;padding-left:1em">${value}</td></tr>`;
      });
      return `<b style="color:${p.color}">${escape(p.seriesName)}</b>` +
        `<table style="color:inherit;font-variant-numeric:tabular-nums">${cells.join('')}</table>`;
    }).join('');
  };

  // The options at the page's width and in its colours: the text colour that the
  // chart inherits tells whether the theme is light or dark, in any front end.
  const fitted = ({option, labels, words, columns, left, right, grids, titles, stacks}, width, color) => {
    const slot = width / columns;
    const [r, g, b] = (color.match(/[\d.]+/g) ?? [51, 51, 51]).map(Number);
    const dark = r + g + b > 384;
    const ink = alpha => `rgba(${r},${g},${b},${alpha})`;
    const ground = dark ? '#1e1e1e' : '#ffffff';
    const axis = a => ({
      ...a,
      nameTextStyle: {color: ink(0.85), align: a.nameLocation === 'end' ? 'left' : 'center', padding: a.nameLocation === 'end' ? [0, 0, 0, -8] : 0},
      axisLabel: {...a.axisLabel, color: ink(0.85)},
      axisLine: {show: a.nameLocation !== 'end', onZero: false, lineStyle: {color: ink(0.6)}},
      splitLine: {...a.splitLine, lineStyle: {color: ink(0.18)}},
    });
    return {
      ...option,
      backgroundColor: 'transparent',
      grid: option.grid.map((g, i) => ({...g, left: grids[i] * slot + left, width: Math.max(0, slot - left - right)})),
      title: option.title.map((t, i) => ({...t, left: titles[i] * slot + left, padding: 0, textStyle: {...t.textStyle, color: t.textStyle.color || ink(0.95)}})),
      xAxis: option.xAxis.map(a => ({...axis(a), splitNumber: Math.max(2, Math.floor((slot - left - right) / 75))})),
      yAxis: option.yAxis.map(axis),
      dataZoom: stacks.map(stack => ({type: 'inside', xAxisIndex: stack, filterMode: 'none', zoomOnMouseWheel: false, moveOnMouseMove: false})),
      toolbox: {...option.toolbox, iconStyle: {borderColor: ink(0.6)}, feature: {
        ...option.toolbox.feature,
        saveAsImage: {...option.toolbox.feature.saveAsImage, backgroundColor: ground},
      }},
      tooltip: {...option.tooltip, formatter: tooltip(words), confine: true, backgroundColor: ground, textStyle: {color: ink(1), fontSize: 12}},
      series: option.series.map((s, i) => ({...s, endLabel: {show: !!labels[i], formatter: labels[i], color: s.color}, labelLayout: {moveOverlap: 'shiftY'}})),
    };
  };

  const draw = async ([script, data]) => {
    try {
      const host = script.parentElement;
      const [echarts, text] = await Promise.all([library, unpack(data)]);
      const chart = JSON.parse(text);
      const box = document.createElement('div');
      box.className = 'focal-live';
      box.style.cssText = `width:100%;height:${chart.height}px`;
      host.querySelector('img').replaceWith(box);
      const drawn = echarts.init(box);
      let painted = '';
      box.repaint = () => { // only where it changes something: a repaint undoes the reader's zoom
        const width = box.clientWidth, {color} = getComputedStyle(box);
        if (!width || painted === (painted = width + color)) return;
        drawn.setOption(fitted(chart, width, color), true);
      };
      new ResizeObserver(() => { drawn.resize(); box.repaint(); }).observe(box); // which reports the first size too
    } catch (e) {
      console.warn('focal: a chart stays a picture:', e);
    }
  };

  // A change of theme repaints every chart.
  const repaint = () => document.querySelectorAll('.focal-live').forEach(box => box.repaint?.());
  new MutationObserver(repaint).observe(document.body, {attributes: true});
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);

  const queued = window.focalCharts ?? [];
  window.focalCharts = {live: true, push: draw};
  queued.forEach(draw);
})
