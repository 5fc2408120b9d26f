// The process that reads a file other than HTML. `readBounded` starts it and passes the most memory that it may take,
// in MB.
import { serveParent } from '../../base/helper-process.ts'
import { limitMemory } from '../../base/memory-limit.ts'
import type { FileReading, FileToRead } from './file-reading.ts'
import { readFile } from './read-file.ts'

limitMemory(Number(process.argv[2]))
serveParent(({ type, ...file }: FileToRead & { type: string }): Promise<FileReading> => readFile(type, file))
