import { expect, it } from '@jest/globals';
import { PageSourceHttpController } from './page-source.http-controller.js';

it('refuses the source of a page with several files, and names its id', async () => {
  const pages = { byPath: () => Promise.resolve({ id: 'page-1', version: 2 }) };
  const answers = { call: () => Promise.resolve({ htmlContent: '', files: [], version: {} }) };
  const [none, addresses] = [{} as never, {} as never];
  const controller = new PageSourceHttpController(
    ...([none, pages, answers, none, none, addresses, ''] as unknown as ConstructorParameters<
      typeof PageSourceHttpController
    >),
  );
  await expect(controller.readSource('path', none, none)).rejects.toMatchObject({
    code: 'PAGE_HAS_FILES',
    faults: [{ field: 'id', message: 'page-1' }],
  });
});
