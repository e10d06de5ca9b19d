(option, chart, functions) => {
  for (const [path, code] of functions ?? []) {
    let at = option;
    for (const key of path.slice(0, -1)) at = at[key];
    at[path.at(-1)] = new Function('chart', `return (${code.split('%MY_ECHARTS%').join('chart')})`)(chart);
  }
  return option;
}
