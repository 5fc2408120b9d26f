/** Returns whether the address leads to a sandbox on the machine of the service, where nobody is really reached. */
export function isSandboxAddress(address: string | null): boolean {
  return address !== null && /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(address)
}
