/** The instant as Twilio writes it, in UTC and whole seconds: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export function rfc2822(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000')
}
