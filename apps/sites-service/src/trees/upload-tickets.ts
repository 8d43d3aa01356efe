import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { ExpiringTokens } from '../sites/expiring-tokens.js';

/** Tickets name an upload. With its ticket a client can send the files of an upload without a session. */
@Injectable()
export class UploadTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru upload 1\n');
  }
}

/** Tickets name a file by its hash in hex. With a ticket a client can read the file. */
@Injectable()
export class FileTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru file 1\n');
  }
}
