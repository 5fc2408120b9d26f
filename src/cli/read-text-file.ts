import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { CommandFault } from './output.ts'

/** Reads the text of a file. Text in another encoding is refused: its letters would be stored as `�`. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandFault(`${file} can not be read: ${error.message}`)
  })
  if (!isUtf8(bytes)) throw new CommandFault(`${file} must be UTF-8 text`)
  return bytes.toString()
}
