import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** Modules of white around the code, as ISO/IEC 18004 asks. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  text: string;
  /** What a screen reader says instead. */
  label: string;
  className?: string | undefined;
}

const codeOf = (text: string) => generate(text, { minCorrectionLevel: correction.M });

/** Drawn as one path: no picture is fetched and no style is set. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = codeOf(text);
    return { size: code.size, path: toSvgPath(code) };
  }, [text]);
  const width = size + 2 * QUIET_ZONE;
  return (
    <svg
      aria-label={label}
      className={className}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`}
    >
      <rect fill="#ffffff" height={width} width={width} x={-QUIET_ZONE} y={-QUIET_ZONE} />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** The same code as a picture: a `data:` address of a PNG whose modules are `scale` pixels wide. */
export const qrCodePicture = (text: string, scale: number): string =>
  codeOf(text).toDataURL({ scale, pad: QUIET_ZONE, on: [0, 0, 0], off: [255, 255, 255] });
