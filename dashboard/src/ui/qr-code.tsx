import { encode } from 'uqr'
import styles from './qr-code.module.css'

export interface QrCodeProps {
  text: string
  /** For screen readers, which can't scan: what it is, and what to do instead. */
  label: string
}

/** A QR code, dark on light in both themes, since not every camera reads the other way. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
