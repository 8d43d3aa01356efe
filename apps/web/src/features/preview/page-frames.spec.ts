import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PagePlace, PreviewFrameEvent } from '@haru/contracts';
import { PageFrames } from './page-frames.js';

describe('PageFrames', () => {
  let container: HTMLElement;
  let frames: PageFrames;
  const onScroll = jest.fn<(place: PagePlace) => void>();

  beforeEach(() => {
    container = document.createElement('div');
    document.body.append(container);
    const address = 'https://haru-pages.example/preview-frame';
    frames = new PageFrames(container, { address, title: 'preview', className: 'page', onScroll });
  });
  afterEach(() => {
    frames.close();
    container.remove();
    onScroll.mockReset();
  });

  const elements = () => [...container.querySelectorAll('iframe')];
  const last = () => {
    const frame = elements().at(-1);
    if (!frame?.contentWindow) throw new Error('there is no frame');
    return { frame, window: frame.contentWindow };
  };

  /**
   * Delivers a message of the frame.
   * @returns the messages it was sent meanwhile
   */
  function receive(source: Window, data: PreviewFrameEvent): unknown[] {
    const post = jest.spyOn(source, 'postMessage').mockImplementation(() => undefined);
    window.dispatchEvent(new MessageEvent('message', { source, data }));
    return post.mock.calls.map(([message]): unknown => message);
  }

  function complete(): unknown[] {
    const { window: source } = last();
    const sent = receive(source, { haruPreview: 'ready' });
    receive(source, { haruPreview: 'shown' });
    return sent;
  }

  it('lays the next page out in a hidden frame at the same place, and then removes the last one', () => {
    frames.show('first');
    expect(complete()).toEqual([{ haruPreview: 'page', html: 'first', place: { x: 0, y: 0 } }]);
    const { frame: first, window: source } = last();
    receive(source, { haruPreview: 'scrolled', place: { x: 0, y: 420 } });
    expect(onScroll).toHaveBeenCalledWith({ x: 0, y: 420 });

    frames.show('second');
    expect(elements().map(({ hidden }) => hidden)).toEqual([false, true]);
    expect(complete()).toEqual([{ haruPreview: 'page', html: 'second', place: { x: 0, y: 420 } }]);
    expect(elements()).toHaveLength(1);
    expect(last().frame).not.toBe(first);
    expect(last().frame.hidden).toBe(false);
  });

  it('shows a page that is laid out already before the latest one', () => {
    frames.show('first');
    receive(last().window, { haruPreview: 'ready' });
    frames.show('second');
    frames.show('third');
    expect(elements()).toHaveLength(1);
    receive(last().window, { haruPreview: 'shown' });
    expect(elements()).toHaveLength(2);
    expect(complete()).toEqual([{ haruPreview: 'page', html: 'third', place: { x: 0, y: 0 } }]);
    expect(elements()).toHaveLength(1);
  });

  it('does not start to load again while the frame of the next page is loading, unless that takes long', () => {
    frames.show('first');
    const { frame } = last();
    frames.show('second');
    expect(elements()).toEqual([frame]);
    const later = performance.now() + 6_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later);
    frames.show('third');
    expect(elements()).toHaveLength(1);
    expect(last().frame).not.toBe(frame);
    expect(complete()).toEqual([{ haruPreview: 'page', html: 'third', place: { x: 0, y: 0 } }]);
    clock.mockRestore();
  });

  it('has the frame of the next page loaded ahead where pages are edited', () => {
    frames.close();
    const address = 'https://haru-pages.example/preview-frame';
    frames = new PageFrames(container, { address, title: 'preview', className: 'page', isEdited: true, onScroll });
    frames.show('first');
    complete();
    expect(elements().map(({ hidden }) => hidden)).toEqual([false, true]);
    const { frame: spare, window: source } = last();
    receive(source, { haruPreview: 'ready' });
    // A frame without a page has none to show.
    receive(source, { haruPreview: 'shown' });
    expect(spare.hidden).toBe(true);
    const post = jest.spyOn(source, 'postMessage').mockImplementation(() => undefined);
    frames.show('second');
    expect(post.mock.calls).toEqual([[{ haruPreview: 'page', html: 'second', place: { x: 0, y: 0 } }, '*']]);
    receive(source, { haruPreview: 'shown' });
    expect(elements()).toHaveLength(2);
    expect(elements()[0]).toBe(spare);
    expect(elements().map(({ hidden }) => hidden)).toEqual([false, true]);
  });

  it('ignores messages of other windows and of other kinds', () => {
    frames.show('first');
    expect(receive(window, { haruPreview: 'ready' })).toEqual([]);
    const { window: source } = last();
    window.dispatchEvent(new MessageEvent('message', { source, data: 'ready' }));
    expect(complete()).toHaveLength(1);
  });
});
