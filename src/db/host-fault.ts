/** This machine is not as the embedded database needs it. The message is one line that says what mends it. */
export class HostFault extends Error {
  override name = 'HostFault'
}
