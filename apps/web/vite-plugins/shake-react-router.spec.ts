import { expect, it } from '@jest/globals';
import { withPureComponents } from './shake-react-router.js';

it('leaves the bundler free to drop a component, and touches nothing else', () => {
  const before = [
    'var Link = React10.forwardRef(',
    'Link.displayName = "Link";',
    'if (x) {',
    '  y.displayName = "y";',
    '}',
    'var kept = React.version;',
  ];
  const [component, ...rest] = withPureComponents(before.join('\n')).split('\n');
  expect(component).toBe('var Link = /* @__PURE__ */ React10.forwardRef(');
  expect(rest).toEqual(before.slice(1).with(0, ''));
});
