/** It replaces every CSS module in tests: `styles.sheet` is `sheet`. */
const styleNames = new Proxy<Record<string, string>>({}, { get: (_target, name) => String(name) });

export default styleNames;
