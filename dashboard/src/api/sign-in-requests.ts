import type { ApiError } from './errors.ts'

interface Waiting {
  resolve: () => void
  reject: (error: ApiError) => void
}

const waiting: { reason: ApiError | null; requests: Waiting[] } = { reason: null, requests: [] }
const watchers = new Set<() => void>()

/** Waits until the person has signed in again. Rejects with the error if they leave instead. */
export function askToSignIn(error: ApiError): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.requests.push({ resolve, reject })
    // Signing in anew gives the password too.
    if (waiting.reason === null || error.code === 'sign_in_needed') waiting.reason = error
    notifyWatchers()
  })
}

/** Says that the session has ended while requests wait for the password: they now wait for somebody to sign in. */
export function sessionEndedMeanwhile(error: ApiError): void {
  if (waiting.reason === null) return
  waiting.reason = error
  notifyWatchers()
}

/** Resolves once the answers are there, or as soon as requests wait for a person. */
export function answeredOrAsked(answers: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = watchSignInRequests(() => {
      if (whyRequestsWait() === null) return
      stop()
      resolve()
    })
    answers.finally(stop).then(() => resolve(), reject)
  })
}

/** Lets all requests that wait be repeated. */
export function signedInAgain(): void {
  for (const { resolve } of takeAll()) resolve()
  notifyWatchers()
}

/** Ends all requests that wait with the error that they had. */
export function signInGivenUp(): void {
  const { reason } = waiting
  for (const { reject } of takeAll()) if (reason !== null) reject(reason)
  notifyWatchers()
}

function takeAll(): Waiting[] {
  waiting.reason = null
  return waiting.requests.splice(0)
}

/** For `useSyncExternalStore`. */
export function watchSignInRequests(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Returns why requests wait: for somebody to sign in, or for the password; null where none waits. */
export function whyRequestsWait(): 'signed_out' | 'password_needed' | null {
  if (waiting.reason === null) return null
  return waiting.reason.code === 'password_needed' ? 'password_needed' : 'signed_out'
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher()
}
