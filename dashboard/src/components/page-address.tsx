import styles from './page-address.module.css'

/**
 * The address of a page elsewhere, which opens beside the dashboard. Nothing of the dashboard goes with the request.
 */
export function PageAddress({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return <bdi dir="ltr">{url}</bdi>
  return (
    <a className={styles.address} href={url} target="_blank" rel="noopener noreferrer nofollow">
      <bdi dir="ltr">{url}</bdi>
    </a>
  )
}
