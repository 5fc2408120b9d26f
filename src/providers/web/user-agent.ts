/** What our crawler is called in robots.txt and in directives. */
export const productToken = 'SwitchboardBot'

/** Who asks, and where to read about it and complain. */
export function userAgentOf(publicUrl: string): string {
  return `Mozilla/5.0 (compatible; ${productToken}/1.0; +${publicUrl})`
}
