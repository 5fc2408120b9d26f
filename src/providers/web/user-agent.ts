/** The name of our crawler in robots.txt and in robots meta tags. */
export const productToken = 'SwitchboardBot'

/** Returns the `User-Agent` header: the crawler's name, and a URL to read about it and complain. */
export function userAgentOf(publicUrl: string): string {
  return `Mozilla/5.0 (compatible; ${productToken}/1.0; +${publicUrl})`
}

/** The `User-Agent` header of deliveries to endpoints of webhooks. */
export const webhookUserAgent = 'Switchboard-Webhooks/1'
