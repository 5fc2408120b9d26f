import { useEffect, useRef, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/** What `components/leave-dialog.tsx` asks, and what follows the answer. */
export interface LeaveGuard {
  isAsking: boolean
  leave: () => void
  stay: () => void
}

/** Each asks about what is not saved on the page, and returns whether it may be lost. */
const questions = new Set<() => Promise<boolean>>()

/** Whether the page goes without a question, also where the browser would ask. */
let isLeftUnasked = false

/** The state of a navigation that follows `askToLeave`, so that nobody is asked twice. */
export const askedToLeave = { isAsked: true }

/**
 * Asks about what is not saved, before something that can't be taken back when the page is kept, such as signing out.
 * Returns whether to go on.
 */
export async function askToLeave(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false
  return true
}

/** Lets the page go with what is not saved: somebody else has signed in, who may not see it. */
export function leaveUnasked(): void {
  isLeftUnasked = true
}

/**
 * Asks everything on the page that is not saved before another page is shown. The router has a place for one such hook.
 */
export function useLeaveQuestions(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      questions.size > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      // The state stays in the history, and going back to it is another navigation.
      (historyAction === NavigationType.Pop || !wasAsked(nextLocation.state)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isCurrent = true
    void askToLeave().then((mayLeave) => {
      // Another navigation may have gone on meanwhile.
      if (!isCurrent) return
      if (mayLeave) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isCurrent = false
    }
  }, [blocker])
}

/**
 * Keeps the page while something on it is not saved. `components/leave-dialog.tsx` asks; the browser asks on reload.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const askOnUnload = (event: BeforeUnloadEvent): void => {
      if (!isLeftUnasked) event.preventDefault()
    }
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
    addEventListener('beforeunload', askOnUnload)
    questions.add(ask)
    return () => {
      removeEventListener('beforeunload', askOnUnload)
      questions.delete(ask)
    }
  }, [isDirty])
  const reply = (mayLeave: boolean): void => {
    answer?.(mayLeave)
    setAnswer(null)
  }
  const isAsking = answer !== null
  const open = useRef(answer)
  useEffect(() => {
    open.current = answer
  })
  // What it guarded is gone with it, such as a dialog that has closed.
  useEffect(() => () => open.current?.(true), [])
  useEffect(() => {
    // It was saved or sent while the question was open: nothing can be lost any more.
    // oxlint-disable-next-line react/set-state-in-effect -- what was asked for waits for the answer, and goes on by it
    if (isAsking && !isDirty) reply(true)
  })
  return {
    isAsking,
    leave: () => reply(true),
    stay: () => reply(false),
  }
}

/** What `useLeaving` returns. */
export interface Leaving {
  guard: LeaveGuard
  /**
   * Returns whether the page was left since the save began, or somebody was asked and has not stayed: then a late
   * success must not take them elsewhere.
   */
  isLeft: () => boolean
  beginSave: () => void
}

/** Guards a form that leads on to another page once it is saved. */
export function useLeaving(isDirty: boolean): Leaving {
  const guard = useLeaveGuard(isDirty)
  const isLeft = useRef(false)
  useEffect(() => {
    if (guard.isAsking) isLeft.current = true
  }, [guard.isAsking])
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const stay = (): void => {
    isLeft.current = false
    guard.stay()
  }
  return {
    guard: { ...guard, stay },
    isLeft: () => isLeft.current,
    beginSave: () => {
      isLeft.current = false
    },
  }
}

function wasAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAsked' in state
}
