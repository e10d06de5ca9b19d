// Makes room beside a drawn chart for what its vertical axes write. ECharts keeps a tenth
// of the width on each side however long the labels are: longer ones are cut off, and
// cover the axis's name in the middle.
chart => {
  const model = chart.getModel(), width = chart.getWidth(), gap = 8;
  const all = type => { const found = []; model.eachComponent(type, c => found.push(c)); return found; };
  const sides = all('grid').map(() => ({}));
  const axes = all('yAxis').map(axis => {
    const side = axis.axis.position === 'right' ? 'right' : 'left';
    // The nearest and the farthest distance of texts from this side of the chart.
    const extent = kind => {
      let near = Infinity, far = -Infinity;
      chart.getViewOfComponentModel(axis).group.traverse(e => {
        if (e.ignore || !e.anid?.startsWith(kind)) return;
        const r = e.getBoundingRect().clone(), transform = e.getComputedTransform();
        if (transform) r.applyTransform(transform);
        const [low, high] = side === 'left' ? [r.x, r.x + r.width] : [width - r.x - r.width, width - r.x];
        near = Math.min(near, low);
        far = Math.max(far, high);
      });
      return { near, far };
    };
    const changed = {}, labels = extent('label_'), name = extent('name');
    // No label takes more than two fifths of the width.
    const longest = Math.floor(0.4 * width);
    if (labels.far - labels.near > longest && axis.get(['axisLabel', 'width']) == null) {
      changed.axisLabel = { width: longest, overflow: 'truncate' };
      labels.near = labels.far - longest;
    }
    let outermost = labels.near;
    if (['middle', 'center'].includes(axis.get('nameLocation'))) {
      const covered = Math.max(0, name.far + gap - labels.near);
      if (covered > 0 && name.near < labels.far) {
        changed.nameGap = axis.get('nameGap') + covered;
        name.near -= covered;
      }
      outermost = Math.min(outermost, name.near);
    } else if (name.near < 0) {
      changed.nameTextStyle = { align: side };
    }
    const lacking = gap - outermost, grid = axis.getCoordSysModel(), margin = String(grid.get(side));
    const given = margin.endsWith('%') ? parseFloat(margin) / 100 * width : parseFloat(margin);
    if (outermost < 0 && given >= 0) {
      const of = sides[grid.componentIndex];
      of[side] = Math.max(of[side] ?? 0, given + lacking);
    }
    return changed;
  });
  if ([...sides, ...axes].some(c => Object.keys(c).length > 0)) chart.setOption({ grid: sides, yAxis: axes });
}
