// Draws Focal's charts. A notebook holds this once, with ECharts; each chart is
// a picture followed by a script that queues its data:
//
//   (window.focalCharts ??= []).push([document.currentScript, data])
//
// so the order in which outputs are rendered does not matter: what was queued
// before this script runs is drawn now, and what comes later is drawn at once.
// Where this script never runs the pictures stay.
((unpack, packed, revive, room) => {
  if (window.focalCharts?.live) return;

  // Given its own exports, ECharts does not touch the page's globals and module loaders.
  const library = unpack(packed).then(code => {
    const exports = {};
    new Function('exports', 'module', 'define', code)(exports, {});
    return exports;
  });

  const escape = s => String(s).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
  const number = v => typeof v === 'number'
    ? v.toLocaleString('en-US', Math.abs(v) < 1 ? {maximumSignificantDigits: 4} : {maximumFractionDigits: 4}) : escape(v);

  // The marks of an axis, as svg.go's tick writes them.
  const mark = v => v !== 0 && (Math.abs(v) < 1e-6 || Math.abs(v) >= 1e15)
    ? Number(v.toPrecision(15)).toExponential()
    : v.toLocaleString('en-US', {maximumSignificantDigits: 15});

  // The marks of a range that a reader has zoomed to: on a logarithmic axis powers
  // of ten, and 2 and 5 times these, else and in a part of a decade round steps.
  const marksOf = (low, high, log, most) => {
    if (log && high > 10 * low) {
      const powers = Array.from({length: Math.ceil(Math.log10(high / low)) + 1}, (_, i) => 10 ** (Math.floor(Math.log10(low)) + i));
      const all = powers.flatMap(p => high > 100 * low ? [p] : [p, 2 * p, 5 * p]).filter(v => v >= low && v <= high);
      return all.filter((_, i) => i % Math.ceil(all.length / most) === 0);
    }
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough)), step = power * [1, 2, 5, 10].find(s => s * power >= rough);
    return Array.from({length: Math.floor(high / step) - Math.ceil(low / step) + 1}, (_, i) => (Math.ceil(low / step) + i) * step);
  };

  // The tooltip shows the whole row under the pointer, once for all lines that share it.
  const tooltip = words => points => {
    const seen = new Set();
    return [points].flat().filter(p => !seen.has(p.seriesName) && seen.add(p.seriesName)).map(p => {
      const cells = p.dimensionNames.map((name, i) => {
        if (name.startsWith('_') || p.data[i] === null) return '';
        const value = words[name] ? escape(words[name][p.data[i]]) : number(p.data[i]);
        return `<tr><td>${escape(name)}</td><td style="text-align:right;padding-left:1em">${value}</td></tr>`;
      });
      return `<b style="color:${p.color}">${escape(p.seriesName)}</b>` +
        `<table style="color:inherit;font-variant-numeric:tabular-nums">${cells.join('')}</table>`;
    }).join('');
  };

  // The chart's title does not reach the tools at its right: it begins farther left, or is smaller.
  const ruler = document.createElement('canvas').getContext('2d');
  const titled = (text, left, room) => {
    ruler.font = 'bold 15px sans-serif';
    const long = ruler.measureText(text).width, from = Math.max(8, Math.min(left, room - long));
    return {left: from, fontSize: Math.min(15, Math.max(11, Math.floor(15 * (room - from) / long)))};
  };

  // A block of each row: a rectangle, or a stroke where that has no width or height.
  const block = ({columns: [x0, y0, x1, y1], aside, fill, cells}, color, ink) => (params, api) => {
    const [ax, ay] = api.coord([api.value(x0), api.value(y0)]), [bx, by] = api.coord([api.value(x1), api.value(y1)]);
    const cell = cells?.[params.dataIndex];
    return {type: 'group', x: aside, children: [
      {type: 'polygon', shape: {points: [[ax, ay], [bx, ay], [bx, by], [ax, by]]}, style: cell
        ? {fill: cell.color, fillOpacity: cell.opacity}
        : {fill: color, fillOpacity: fill, stroke: color, lineWidth: 1.6}},
      ...(cell?.text && bx - ax > 7 * cell.text.length ? [{type: 'text', silent: true, style: {text: cell.text, x: (ax + bx) / 2, y: (ay + by) / 2,
        align: 'center', verticalAlign: 'middle', fill: ink(0.95), fontSize: 11}}] : []),
    ]};
  };

  // The options at the page's width and in its colours: the text colour that the
  // chart inherits tells whether the theme is light or dark, in any front end. Where
  // the reader has zoomed in, an axis' own marks do not serve, and ECharts would mark
  // the ends.
  const fitted = ({option, labels, words, columns, left, right, widest, grids, titles, stacks, marks, blocks}, width, color, zooms) => {
    const slot = width / columns;
    const wide = Math.max(0, Math.min(slot - left - right, widest || Infinity));
    const most = Math.max(2, Math.floor(wide / 75)); // marks of a horizontal axis
    const [r, g, b] = (color.match(/[\d.]+/g) ?? [51, 51, 51]).map(Number);
    const dark = r + g + b > 384;
    const ink = alpha => `rgba(${r},${g},${b},${alpha})`;
    const ground = dark ? '#1e1e1e' : '#ffffff';
    // A little lighter on dark grounds, where the darkest colours are faint as text.
    const tint = c => !dark || !c ? c : c.replace(/[0-9a-f]{2}/gi, v => Math.round(0.75 * parseInt(v, 16) + 64).toString(16).padStart(2, '0'));
    const dashed = style => style?.type ? {...style, type: style.type.split(' ').map(Number)} : style;
    const marked = ({values, labels}) => !values ? {} : {
      axisTick: {customValues: values, show: !labels},
      axisLabel: {customValues: values, ...(labels && {formatter: v => labels[v] ?? ''})},
    };
    const seen = (a, m, i) => {
      const zoom = zooms.find(z => z.xAxisIndex.includes(i) && (z.start > 0 || z.end < 100));
      return !zoom || m.labels ? m : {values: marksOf(zoom.startValue, zoom.endValue, a.type === 'log', Math.min(7, most))};
    };
    const axis = (a, m) => ({
      ...a,
      nameTextStyle: {color: ink(0.85), align: a.nameLocation === 'end' ? 'left' : 'center', padding: a.nameLocation === 'end' ? [0, 0, 0, -8] : 0},
      ...marked(m),
      axisLabel: {formatter: mark, ...a.axisLabel, ...marked(m).axisLabel, color: ink(0.85)},
      axisLine: {show: a.nameLocation !== 'end', onZero: false, lineStyle: {color: ink(0.6)}},
      splitLine: {...a.splitLine, lineStyle: {color: ink(0.18)}},
    });
    return {
      ...option,
      backgroundColor: 'transparent',
      grid: option.grid.map((g, i) => ({...g, left: grids[i] * slot + left, width: wide})),
      legend: {...option.legend, left, itemGap: 18, padding: 0, textStyle: {color: ink(0.95)}, inactiveColor: ink(0.3)},
      title: option.title.map((t, i) => {
        const {left: from, ...size} = i > 0 ? {left: titles[i] * slot + left} : titled(t.text, left, width - 100);
        return {...t, left: from, padding: 0, textStyle: {...t.textStyle, ...size, color: tint(t.textStyle.color) || ink(0.95)}};
      }),
      xAxis: option.xAxis.map((a, i) => ({...axis(a, seen(a, marks.x[i], i)), splitNumber: most})),
      yAxis: option.yAxis.map((a, i) => axis(a, marks.y[i])),
      dataZoom: stacks.map(stack => ({type: 'inside', xAxisIndex: stack, filterMode: 'none', zoomOnMouseWheel: false, moveOnMouseMove: false})),
      toolbox: {...option.toolbox, iconStyle: {borderColor: ink(0.6)}, feature: {
        ...option.toolbox.feature,
        saveAsImage: {...option.toolbox.feature.saveAsImage, backgroundColor: ground},
      }},
      tooltip: {...option.tooltip, formatter: tooltip(words), confine: true, backgroundColor: ground, textStyle: {color: ink(1), fontSize: 12}},
      series: option.series.map(s => ({...s, color: tint(s.color), lineStyle: dashed(s.lineStyle),
        ...(s.itemStyle?.borderColor && {itemStyle: {...s.itemStyle, borderColor: tint(s.itemStyle.borderColor)}})})).map((s, i) => blocks[i] ? {...s, z: 1, clip: true, renderItem: block(blocks[i], s.color, ink)} : ({...s, endLabel: {show: !!labels[i].text, formatter: labels[i].text, offset: [0, labels[i].down], color: s.color}})),
    };
  };

  // On paper, which may be narrower than the window, a chart is scaled down rather than cut off.
  const paper = document.head.appendChild(document.createElement('style'));
  paper.textContent = '@media print { .focal-live { height: auto !important; } .focal-live div { max-width: 100%; height: auto !important; } ' +
    '.focal-live canvas { max-width: 100%; height: auto !important; } .focal-live canvas:first-child { position: static !important; } }';

  // A box takes a picture's place, and paints the chart that it is given.
  const place = (echarts, picture, height) => {
    const box = document.createElement('div');
    box.className = 'focal-live';
    box.style.cssText = `width:100%;height:${height}px`;
    picture.replaceWith(box);
    const drawn = echarts.init(box);
    let chart, painted;
    box.repaint = () => { // only where it changes something
      const width = box.clientWidth, {color} = getComputedStyle(box);
      if (!width || painted === (painted = width + color)) return;
      // All but what the reader has chosen is new: the zoom and the legend stay.
      drawn.setOption(fitted(chart, width, color, drawn.getOption()?.dataZoom ?? []), {replaceMerge: ['series', 'grid', 'xAxis', 'yAxis', 'title']});
      // ECharts leaves out pieces of a line shorter than 2 pixels, which makes slopes of stairs.
      // (At 0 it would keep the threshold that it has.)
      drawn.getZr().storage.getDisplayList(true).filter(e => e.segmentIgnoreThreshold).forEach(e => {
        e.segmentIgnoreThreshold = 1e-6;
        e.dirtyShape();
      });
    };
    box.paint = given => {
      chart = given;
      painted = '';
      if (box.style.height !== `${given.height}px`) {
        box.style.height = `${given.height}px`;
        drawn.resize();
      }
      box.repaint();
    };
    drawn.on('datazoom', () => setTimeout(() => box.paint(chart))); // ECharts takes no options while it reports this
    new ResizeObserver(() => { drawn.resize(); box.repaint(); }).observe(box);
    return box;
  };

  // Charts of go-echarts, below each other, with the options that a user has given.
  // They are made anew where the theme changes, which ECharts takes only then.
  const placeGiven = (echarts, picture) => {
    const box = document.createElement('div');
    box.className = 'focal-live';
    box.style.width = '100%';
    picture.replaceWith(box);
    let text, painted, drawn = [];
    const draw = ({option, height, theme, functions, events, scripts}, dark) => {
      const place = box.appendChild(document.createElement('div'));
      place.style.cssText = `width:100%;height:${height}px`;
      const chart = echarts.init(place, theme || (dark ? 'dark' : null));
      drawn.push(chart);
      const call = code => new Function('chart', 'echarts', `return (${code.split('%MY_ECHARTS%').join('chart')})`)(chart, echarts);
      chart.setOption({...(!theme && {backgroundColor: 'transparent'}), ...revive(option, chart, functions)});
      room(chart);
      (events ?? []).forEach(e => e.query ? chart.on(e.name, call(e.query), call(e.handler)) : chart.on(e.name, call(e.handler)));
      (scripts ?? []).forEach(code => new Function('chart', 'echarts', code.split('%MY_ECHARTS%').join('chart'))(chart, echarts));
    };
    box.repaint = () => {
      const {color} = getComputedStyle(box);
      if (!box.clientWidth || painted === (painted = color)) return;
      drawn.forEach(chart => chart.dispose());
      drawn = [];
      box.replaceChildren();
      const dark = (color.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).reduce((sum, v) => sum + Number(v), 0) > 384;
      JSON.parse(text).given.forEach(chart => draw(chart, dark));
    };
    box.paint = (_, given) => {
      if (given === text) return; // only the picture is new
      text = given;
      painted = '';
      box.repaint();
    };
    new ResizeObserver(() => { drawn.forEach(chart => chart.resize()); box.repaint(); }).observe(box);
    return box;
  };

  // The boxes of charts that are drawn again while a search runs, by their keys.
  const boxes = new Map();

  const draw = async ([script, data]) => {
    try {
      const host = script.parentElement, key = host.dataset.live, picture = host.querySelector('img');
      let box = boxes.get(key);
      if (box?.isConnected) box = undefined; // the same output in another view
      if (box) {
        box.script = script;
        picture.replaceWith(box); // at once, so that nothing flickers
      }
      const [echarts, text] = await Promise.all([library, unpack(data)]);
      if (box && box.script !== script) return; // newer data have come
      const chart = JSON.parse(text);
      if (!box) {
        box = chart.given ? placeGiven(echarts, picture) : place(echarts, picture, chart.height);
        if (key) boxes.set(key, box);
      }
      try {
        box.paint(chart, text);
      } catch (e) { // in what a user has given
        box.replaceWith(picture);
        throw e;
      }
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
