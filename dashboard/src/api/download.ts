import type { Operation, Params } from './operations.ts'
import { wireRequest } from './request.ts'

/** Returns the address of an export, which the browser saves as a file. What it answers is no envelope. */
export function exportAddress<Name extends Operation>(name: Name, params: Params<Name>): string {
  return wireRequest(name, params).address
}

/** Has the browser save what is at an address of the API. */
export function saveFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
