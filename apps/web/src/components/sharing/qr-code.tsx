import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** ISO/IEC 18004 requires this many white modules around the code. */
const QUIET_ZONE = 4;

const codeOf = (text: string) => generate(text, { minCorrectionLevel: correction.M });

export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
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

export const qrCodePicture = (text: string, scale: number): string =>
  codeOf(text).toDataURL({ scale, pad: QUIET_ZONE, on: [0, 0, 0], off: [255, 255, 255] });
