import { expect, it } from '@jest/globals';
import { splitDataImages } from './split-data-images.js';

const imageOf = (character: string) =>
  `data:image/jpeg;base64,${Buffer.from(character.repeat(6_000)).toString('base64')}`;

it('moves long images into files, each once, and leaves short ones', () => {
  const [one, other, icon] = [imageOf('a'), imageOf('b'), 'data:image/png;base64,iVBORw0KGgo='];
  const { html, images } = splitDataImages(
    `<img src="${one}"><p style="background:url(${other})"><img src=${one}><img src="${icon}">`,
  );
  expect(html).toBe(
    `<img src="image-1.jpg"><p style="background:url(image-2.jpg)"><img src=image-1.jpg><img src="${icon}">`,
  );
  expect(images.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['image-1.jpg', 6_000],
    ['image-2.jpg', 6_000],
  ]);
});

it('leaves damaged images in the page', () => {
  const damaged = `${imageOf('a')}A`;
  expect(splitDataImages(damaged)).toEqual({ html: damaged, images: [] });
});
