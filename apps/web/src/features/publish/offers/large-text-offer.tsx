import { START_PAGE } from '@haru/contracts';
import { Button } from '../../../components/buttons/button.js';
import { filesTexts } from '../../../texts/files.js';
import type { PageFile } from '../../files/page-file.js';
import { fileSetOf, type FileSet } from '../files/file-set.js';
import { splitDataImages } from '../files/split-data-images.js';
import styles from './offers.module.css';

const text = filesTexts.largeText;

/** Offers to publish a text that is too large as files: with its images apart, or as it is. */
export function LargeTextOffer({ html, onFiles }: { html: string; onFiles: (files: FileSet) => void }) {
  const hasImages = html.includes('data:image/');
  const publishAs = async (page: string, images: readonly PageFile[], ...notices: string[]) => {
    const content = new Blob([page], { type: 'text/html' });
    const own = [{ path: START_PAGE, bytes: content.size, content }, ...images];
    onFiles(await fileSetOf({ own, leftOut: [], hasText: true }, ...notices));
  };
  const split = () => {
    const { html: rest, images } = splitDataImages(html);
    void publishAs(rest, images, text.done(images.length));
  };
  return (
    <div className={`wrap-8 ${styles['largeText']}`}>
      <p className="soft-xs">{text.why}</p>
      {hasImages && (
        <Button onClick={split} variant="primary">
          {text.split}
        </Button>
      )}
      <Button onClick={() => void publishAs(html, [])} variant={hasImages ? 'secondary' : 'primary'}>
        {text.whole}
      </Button>
    </div>
  );
}
