import type { Operation } from './operations.ts'
import { wireRequest } from './request.ts'

/** Returns the address of an export, which the browser saves as a file. What it answers is no envelope. */
export function downloadAddress(name: Operation, params: Readonly<Record<string, string>>): string {
  return wireRequest(name, params as never).address
}

/** Has the browser save an export. */
export function saveDownload(name: Operation, params: Readonly<Record<string, string>>): void {
  const link = document.createElement('a')
  link.href = downloadAddress(name, params)
  link.download = ''
  link.click()
}
