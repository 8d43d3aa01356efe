import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string | Buffer;
  data?: Buffer | string;
  /** Bit 11 says that the name is UTF-8, bit 0 that the entry is encrypted. */
  flags?: number;
  method?: number;
  /** The header says so, whatever the data has. */
  size?: number;
  mode?: number;
  extra?: Buffer;
}

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** Makes an archive, also one that no tool makes. Equal data is compressed once. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const compressed = new Map<Buffer | string, Buffer>();
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const {
    name: given,
    data = '',
    flags = 0,
    method = 8,
    size,
    mode = 0o100644,
    extra = Buffer.alloc(0),
  } of entries) {
    const name = Buffer.from(given);
    const bytes = Buffer.from(data);
    const packed = compressed.get(data) ?? deflateRawSync(bytes);
    compressed.set(data, packed);
    const sizes = [u32(crc32(bytes)), u32(packed.length), u32(size ?? bytes.length)];
    const common = [u16(flags), u16(method), u32(0), ...sizes, u16(name.length), u16(extra.length)];
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), u16(20), ...common, name, extra, packed]);
    const place = [u16(0), u16(0), u16(0), u32(mode << 16), u32(offset)];
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), u16(0x0314), u16(20), ...common, ...place, name, extra]));
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  // The number has 16 bits. With more entries the archive also has the records of zip64.
  const count = u16(Math.min(entries.length, 0xffff));
  const counts = [count, count];
  const end = [Buffer.from('PK\x05\x06'), u16(0), u16(0), ...counts, u32(directory.length), u32(offset), u16(0)];
  const zip64 = entries.length > 0xffff ? zip64End(entries.length, directory.length, offset) : [];
  return Buffer.concat([...local, directory, ...zip64, ...end]);
}

function zip64End(entries: number, length: number, offset: number): Buffer[] {
  const fields = [entries, entries, length, offset].map((value) => Buffer.concat([u32(value), u32(0)]));
  const record = [Buffer.from('PK\x06\x06'), u32(44), u32(0), u16(45), u16(45), u32(0), u32(0), ...fields];
  const locator = [Buffer.from('PK\x06\x07'), u32(0), u32(offset + length), u32(0), u32(1)];
  return [...record, ...locator];
}

/** Makes Info-ZIP's field with the name in UTF-8. @param header the name in the header, whose CRC the field has */
export function unicodePath(header: Buffer, name: string): Buffer {
  const data = Buffer.concat([Buffer.from([1]), u32(crc32(header)), Buffer.from(name)]);
  return Buffer.concat([u16(0x7075), u16(data.length), data]);
}
