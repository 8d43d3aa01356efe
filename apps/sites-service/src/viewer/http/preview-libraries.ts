import { libraries, LIBRARY_FOLDER } from '@haru/page-render/libraries';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { makeArtifact, type Artifact } from '../../storage/html-storage/artifact.js';
import { chooseEncoding } from '../headers/accept-encoding.js';
import { securityHeaders } from '../headers/page-security.js';
import { header, plain, send } from './visit.js';

const names = new Set([...Object.values(libraries.modules).flat(), libraries.tailwind]);

/**
 * A preview has an opaque origin, so its requests are cross-origin. A name has the hash of its file, so answers are
 * immutable.
 */
const headers = [
  ...securityHeaders,
  ...['Content-Type', 'text/javascript; charset=utf-8', 'Access-Control-Allow-Origin', '*'],
  ...['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding'],
];

/** Sends the libraries of components that the app previews. Published components have them as files of their own. */
@Injectable()
export class PreviewLibraries {
  private readonly logger = new Logger(PreviewLibraries.name);
  private readonly files = new LRUCache<string, Artifact>({ max: names.size, fetchMethod: read });

  /** @param path begins with a slash */
  async show(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = path.slice(LIBRARY_FOLDER.length + 2);
    if (!names.has(name)) return send(response, 404, plain, 'not found\n');
    try {
      const file = await this.files.forceFetch(name);
      const encoding = chooseEncoding(header(request.headers['accept-encoding'])) ?? 'identity';
      const body = file[encoding];
      const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      response.writeHead(200, [...headers, ...encoded, 'Content-Length', String(body.length)]).end(body);
    } catch (error) {
      this.logger.error({ err: error, name }, 'a library could not be read');
      send(response, 500, plain, 'not available\n');
    }
  }
}

async function read(name: string): Promise<Artifact> {
  return makeArtifact(await readFile(fileURLToPath(import.meta.resolve(`@haru/page-render/libraries/${name}`))));
}
