import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { refusals } from '../base/refusals.ts'

export const passwordCharactersMin = 12
export const passwordBytesMax = 1_024
/** How many wait for their turn; one more is refused. A hash takes 0.1 to 0.2 s. */
const waitingMax = 20
const memoryKib = 19_456
const passes = 2
const parallelism = 1
const tagBytes = 32
const saltBytes = 16

const hashInThread = promisify(argon2)

/** Resolves when the hash before has ended. */
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Runs one hash at a time in this process, so that sign-ins never take more than one core and 19 MiB.
 *
 * @throws {Refusal} `sign_ins_busy` where too many wait already.
 */
async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (waiting > waitingMax) throw refusals.signInsBusy()
  waiting += 1
  const result = turn.then(run, run)
  turn = result.catch(() => {})
  try {
    return await result
  } finally {
    waiting -= 1
  }
}

/** Returns the hash in PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await inTurn(() => hashBytes(password, salt))
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

const nobodysHash = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(Buffer.alloc(saltBytes))}$${unpadded(Buffer.alloc(tagBytes))}`

/** Returns whether the password fits the hash. Without a hash it takes as long and returns false. */
export async function isPasswordOf(password: string, hash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > passwordBytesMax) return false
  const [, , , , salt = '', tag = ''] = (hash ?? nobodysHash).split('$')
  const made = await inTurn(() => hashBytes(password, Buffer.from(salt, 'base64')))
  return timingSafeEqual(made, Buffer.from(tag, 'base64')) && hash !== null
}

function hashBytes(password: string, salt: Buffer): Promise<Buffer> {
  const message = normalize(password)
  return hashInThread('argon2id', {
    message,
    nonce: salt,
    parallelism,
    tagLength: tagBytes,
    memory: memoryKib,
    passes,
  })
}

/** Returns one form for each text: one keyboard makes a letter with an accent of one character, another of two. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

let commonPasswords: ReadonlySet<string> | null = null

/** Returns what is wrong with a new password; null where it may be used. */
export function faultOfPassword(password: string): string | null {
  if (Array.from(password).length < passwordCharactersMin)
    return `must have at least ${passwordCharactersMin} characters`
  if (Buffer.byteLength(password) > passwordBytesMax) return `must have at most ${passwordBytesMax} bytes`
  commonPasswords ??= readCommonPasswords()
  const plain = normalize(password).toLowerCase()
  if (commonPasswords.has(plain) || new Set(plain).size < 4)
    return 'is among the commonest passwords; choose one that nobody would try'
  return null
}

/** Reads the list. It has only passwords that are long enough; shorter ones are refused for their length. */
function readCommonPasswords(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
}
