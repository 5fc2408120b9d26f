// The process that reads a file of another kind than HTML: started by `readBounded`, which says what it goes by.
import { serveParent } from '../../base/helper-process.ts'
import { readFile } from './read-file.ts'
import type { FileReading, FileToRead } from './file-reading.ts'

serveParent(({ type, ...file }: FileToRead & { type: string }): Promise<FileReading> => readFile(type, file))
