// The process that reads a file other than HTML. `readBounded` starts it and sets its limits.
import { serveParent } from '../../base/helper-process.ts'
import { readFile } from './read-file.ts'
import type { FileReading, FileToRead } from './file-reading.ts'

serveParent(({ type, ...file }: FileToRead & { type: string }): Promise<FileReading> => readFile(type, file))
