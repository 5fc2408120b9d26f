import styles from './logo.module.css'

/** Six jacks and one line between two of them. */
export function Logo() {
  return (
    <svg
      viewBox="0 0 24 20"
      width="24"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {[4, 12, 20].map((x) => (
        <circle key={x} cx={x} cy="4" r="2.3" />
      ))}
      {[12, 4].map((x) => (
        <circle key={x} cx={x} cy="16" r="2.3" />
      ))}
      <g className={styles.line}>
        <circle cx="4" cy="4" r="2.3" />
        <path d="M4 6.3c0 2.4 1.4 3.4 3.6 3.4h8.8c2.2 0 3.6 1 3.6 3.4" />
        <circle cx="20" cy="16" r="2.3" fill="currentColor" />
      </g>
    </svg>
  )
}
