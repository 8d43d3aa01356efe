import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@haru/contracts';
import {
  decodeReplies,
  decodeRequest,
  encodeReply,
  encodeRequest,
  fits,
  fromWireError,
  joinReplies,
  toWireError,
} from './packet.js';

describe('packets', () => {
  it('carry an error as it was, and no text where it had none', () => {
    const error = new ServiceError('RATE_LIMITED', { retryAfterSeconds: 3 });
    const wire = toWireError(error);
    expect(JSON.parse(JSON.stringify(wire))).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: 3 });
    expect(fromWireError(wire)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3, hasOwnMessage: false });
  });

  it('carries the findings of a refused page', () => {
    const findings = [{ rule: 'brand.title', line: 1, column: 8, excerpt: '<title>' }];
    const wire = toWireError(new ServiceError('PAGE_REFUSED', { findings }));
    expect(fromWireError(wire)).toMatchObject({ code: 'PAGE_REFUSED', findings });
  });

  it('with a code of a newer service are unknown errors', () => {
    expect(fromWireError({ code: 'FROM_THE_FUTURE' }).code).toBe('UNKNOWN_ERROR');
  });

  it('join to one message and come apart again', () => {
    const replies = [
      { id: 1, reply: 'a\nb' },
      { id: 2, error: { code: 'PATH_TAKEN' } },
    ];
    expect(decodeReplies(Buffer.from(joinReplies(replies.map((reply) => encodeReply(reply)))))).toEqual(replies);
  });

  describe('of replies with long texts', () => {
    const long = '<p title="あ">\u0001\n😀</p>'.repeat(2_000);
    const reply = (...pages: (string | null)[]) => ({
      id: 1,
      reply: { rows: pages.map((html, version) => ({ version, html, title: 'a\nb' })), total: 3 },
    });
    const encoded = (...pages: (string | null)[]) => Buffer.from(encodeReply(reply(...pages), { member: 'html' }));

    it('carry them as they are, and give back every character', () => {
      expect(decodeReplies(encoded(long, null, '', '\u0001', `${long}x`))).toEqual([
        reply(long, null, '', '\u0001', `${long}x`),
      ]);
      expect(encoded(long).includes(Buffer.from(long))).toBe(true);
    });

    it('take about as many bytes as the text, whatever JSON would make of it', () => {
      expect(encoded('\u0001'.repeat(1_000_000)).length).toBeLessThan(1_000_200);
    });

    it('join with others to one message', () => {
      const other = { id: 2, reply: 'a\nb' };
      const message = joinReplies([encodeReply(other), encoded(long, long), encodeReply(other)]);
      expect(decodeReplies(Buffer.from(message))).toEqual([other, reply(long, long), other]);
    });

    it('carry what has no UTF-8', () => {
      expect(decodeReplies(encoded(`${long}\ud800`))).toEqual([reply(`${long}\ud800`)]);
    });

    it('are refused when a text is missing', () => {
      expect(() => decodeReplies(encoded(long).subarray(0, -1))).toThrow('ends before its texts');
    });
  });

  it('are refused when they would answer to any key of Redis', () => {
    const packet = { id: 1, pattern: 'sites.x', deadline: 1, replyTo: 'haru:requests:auth', context: {}, request: {} };
    expect(() => decodeRequest(Buffer.from(JSON.stringify(packet)))).toThrow();
  });

  describe('with a long text', () => {
    const packet = (html: string) => ({
      id: 1,
      pattern: 'sites.createSite',
      deadline: 1,
      replyTo: 'haru:replies:a',
      context: { requestId: 'r-1234567', caller: { role: 'anon' as const } },
      request: { html, customPath: 'a\nb' },
    });
    const longText = { text: 'html', utf8: 'bytes' };
    const sent = (html: string) => Buffer.from(encodeRequest(packet(html), longText));

    it.each([
      ['plain', 'abc'],
      ['empty', ''],
      ['lines and quotes', '\n"a"\r\n\\\n'],
      ['NUL and emoji', '\0 😀 あ'],
      ['long', 'あa\n'.repeat(20_000)],
    ])('give back every character, and its UTF-8: %s', (_what, html) => {
      const { request, ...rest } = packet(html);
      const bytes = Buffer.from(html);
      expect(decodeRequest(sent(html))).toEqual({ ...rest, request: { ...request, bytes } });
    });

    it('carry what has no UTF-8', () => {
      expect(decodeRequest(sent('a\ud800b'))).toEqual(packet('a\ud800b'));
    });

    it('carry it as it is', () => {
      expect(sent('"あ"').toString()).toMatch(/\n"あ"$/);
    });

    it('are refused when the text is missing', () => {
      const [head = ''] = sent('abc').toString().split('\n');
      expect(() => decodeRequest(Buffer.from(head))).toThrow('ends before its text');
    });
  });

  it('are measured in bytes of UTF-8', () => {
    expect(fits('あああ', 9)).toBe(true);
    expect(fits('あああ', 8)).toBe(false);
    expect(fits('aaa', 3)).toBe(true);
    expect(fits('aaaa', 3)).toBe(false);
  });
});
