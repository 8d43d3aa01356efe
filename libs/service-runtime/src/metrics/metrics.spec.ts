import { describe, expect, it } from '@jest/globals';
import { Durations } from './durations.js';
import { Sampled } from './sampled.js';
import { scrape } from './scrape.js';

const linesOf = async (name: string): Promise<string[]> =>
  (await scrape()).text.split('\n').filter((line) => line.startsWith(name));

describe('Durations', () => {
  const durations = new Durations('haru_test_duration_seconds', 'For the test', ['route', 'status']);

  it('is a histogram with cumulated buckets for each set of labels', async () => {
    for (const seconds of [0.0001, 0.001, 0.3, 100]) durations.of('/a"b', '200').observe(seconds);
    const lines = await linesOf('haru_test_duration_seconds');
    expect(lines).toHaveLength(17);
    const labels = 'route="/a\\"b",status="200"';
    expect(lines).toEqual(
      expect.arrayContaining([
        `haru_test_duration_seconds_bucket{${labels},le="0.001"} 2`,
        `haru_test_duration_seconds_bucket{${labels},le="0.25"} 2`,
        `haru_test_duration_seconds_bucket{${labels},le="0.5"} 3`,
        `haru_test_duration_seconds_bucket{${labels},le="+Inf"} 4`,
        `haru_test_duration_seconds_count{${labels}} 4`,
      ]),
    );
  });

  it('refuses a name that is taken', () => {
    expect(() => new Durations('haru_test_duration_seconds', 'Again', [])).toThrow('two metrics');
  });
});

describe('Sampled', () => {
  it('adds up its sources, and leaves out the one that fails or hangs', async () => {
    const gauge = Sampled.gauge('haru_test_depth', 'For the test', ['list']);
    gauge.from(() => [{ labels: { list: 'a' }, value: 2 }]);
    gauge.from(() => Promise.resolve([{ labels: { list: 'a' }, value: 3 }]));
    gauge.from(() => Promise.reject(new Error('unavailable')));
    gauge.from(() => new Promise(() => undefined));
    const end = gauge.from(() => [{ labels: { list: 'b' }, value: 1 }]);
    expect(await linesOf('haru_test_depth')).toEqual(['haru_test_depth{list="a"} 5', 'haru_test_depth{list="b"} 1']);
    end();
    expect(await linesOf('haru_test_depth')).toEqual(['haru_test_depth{list="a"} 5']);
    expect(await linesOf('haru_metric_failures_total{metric="haru_test_depth"}')).toEqual([
      'haru_metric_failures_total{metric="haru_test_depth"} 4',
    ]);
  });
});
