import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the app's tokens, which a shadow root inherits. A screen may set the `--code-…` spacing. */
export const htmlColours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.operatorKeyword], color: 'var(--haru)' },
  { tag: [tags.attributeName, tags.propertyName, tags.className], color: 'var(--amber)' },
  { tag: [tags.string, tags.attributeValue, tags.number, tags.color, tags.unit, tags.bool], color: 'var(--leaf)' },
  { tag: [tags.comment, tags.documentMeta, tags.angleBracket], color: 'var(--soft-ink)' },
  { tag: tags.invalid, color: 'var(--red)' },
]);

const focusRing = { outline: '2px solid var(--haru)', outlineOffset: '1px' };
const control = {
  minHeight: '34px',
  border: '1px solid var(--control-line)',
  borderRadius: 'var(--radius-control)',
  color: 'var(--ink)',
  backgroundColor: 'var(--card)',
};
const matchColours = { backgroundColor: 'var(--amber-tint)', outline: '1px solid var(--amber)' };

export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    lineHeight: '1.75',
    overflow: 'auto',
    scrollbarGutter: 'stable',
  },
  '.cm-content': {
    caretColor: 'var(--ink)',
    padding: 'var(--code-top, 8px) 0',
    wordBreak: 'normal',
    lineBreak: 'strict',
  },
  '.cm-line': { padding: '0 var(--code-right, 8px) 0 8px' },
  '.cm-placeholder': { color: 'var(--soft-ink)', fontFamily: 'var(--font)', fontSize: '0.9375rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px', visibility: 'var(--code-cursor, visible)' },
  '.cm-gutters': {
    minWidth: 'var(--code-gutter, 0)',
    color: 'var(--soft-ink)',
    backgroundColor: 'transparent',
    borderRight: '1px solid var(--line)',
  },
  '.cm-scroller:has(.cm-placeholder) > .cm-gutters': { visibility: 'hidden' },
  '.cm-lineNumbers': { flexGrow: '1' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px' },
  '.cm-activeLineGutter': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--haru) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--leaf-tint)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--leaf-tint)', outline: '1px solid var(--leaf)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--red-tint)', outline: '1px solid var(--red)' },
  '.cm-markedLine': { backgroundColor: 'var(--red-tint)', boxShadow: 'inset 3px 0 0 var(--red)' },
  '.cm-searchMatch': matchColours,
  '.cm-searchMatch-selected': { backgroundColor: 'var(--amber-tint)', outline: '2px solid var(--haru)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--paper)', fontFamily: 'var(--font)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 44px 8px 12px', fontSize: '14px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', minHeight: '32px', fontSize: '13px' },
  '.cm-textfield': { ...control, boxSizing: 'border-box', padding: '4px 8px', fontSize: '14px' },
  '.cm-button': { ...control, padding: '4px 12px', backgroundImage: 'none', fontSize: '13px', cursor: 'pointer' },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '8px', width: '32px', height: '32px', color: 'var(--ink)' },
  '.cm-button:focus-visible, .cm-textfield:focus-visible, [name=close]:focus-visible, input:focus-visible': focusRing,
});
