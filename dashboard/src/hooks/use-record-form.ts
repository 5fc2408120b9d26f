import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { asApiError } from '../api/errors.ts'
import type { Fault, ApiError } from '../api/errors.ts'
import type { Effect } from '../api/generated.ts'
import { faultAt } from './fault-at.ts'
import { mergeRecord, patchOf, takeTheirs } from './merge-record.ts'
import type { Conflict, JsonRecord } from './merge-record.ts'
import { useLeaving } from './use-leave-guard.ts'
import type { LeaveGuard, Leaving } from './use-leave-guard.ts'

/** What a dry run answers. */
export interface DryRun {
  changes: readonly { path: string; before: unknown; after: unknown }[]
  effects: readonly Effect[]
}

export interface Loaded<Values> {
  values: Values
  /** null: it does not exist yet. */
  revision: number | null
  /** Who changed it last, for the dialog about conflicts. */
  changedBy?: string | null
}

export interface RecordFormOptions<Values extends FieldValues, Saved extends { revision: number | null }> {
  loaded: Loaded<Values>
  /** Fetches the record again after somebody else has changed it. */
  reload: () => Promise<Loaded<Values>>
  /** Runs the change to its end and takes it back. */
  dryRun: (patch: JsonRecord, revision: number | null, signal: AbortSignal) => Promise<DryRun>
  save: (patch: JsonRecord, revision: number | null) => Promise<Saved>
  /** Returns the values of the saved record; by default they are what was sent. */
  valuesOf?: (saved: Saved) => Values
  /** Called once it is saved, wherever the person is by then. */
  onSaved: (saved: Saved) => void
  /**
   * Closes the form or leads on to the next page. Not called where the person has left the form or is leaving it, or
   * has typed something since, which would be lost.
   */
  onFinished?: (saved: Saved) => void
  /** Called when the form has taken over a newer revision that somebody else has saved. */
  onRenewed?: () => void
}

export interface RecordForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The fields that differ from what is saved. */
  changed: readonly string[]
  isDirty: boolean
  /** Faults that the server found in what is typed now. */
  faults: readonly Fault[]
  /** The sentence for a field: the faults at its path and below it. */
  faultAt: (path: string) => string | undefined
  effects: DryRun['effects']
  isChecking: boolean
  isSaving: boolean
  /** Keeps the page until it is saved, also while that is under way: it may still be refused. */
  guard: LeaveGuard
  /** What went wrong apart from faults and conflicts. */
  error: ApiError | null
  conflicts: readonly Conflict[] | null
  /** Who changed it last, as far as that is known. */
  changedBy: string | null
  /**
   * Who has saved a newer revision than the one that is edited; null: nobody. The name is null where it is not known.
   */
  newer: { by: string | null } | null
  /** What is saved now. */
  saved: Values
  /** Decides the conflicts: for each field, whose value holds. */
  resolve: (choices: Record<string, 'theirs' | 'yours'>) => void
  /** Does nothing while a save is under way. */
  save: () => Promise<void>
  discard: () => void
}

const dryRunAfterMs = 400
/** A dry run that the server could not answer is repeated after this time, until it does or something else is typed. */
const dryRunAgainMs = 3_000

/**
 * The form of a configured record. It holds no rules: 400 ms after each change a dry run says what is wrong at which
 * field and what saving would do. If somebody else has saved meanwhile, both versions are merged by field, and what
 * both changed is put to the person.
 */
export function useRecordForm<Values extends FieldValues, Saved extends { revision: number | null }>(
  options: RecordFormOptions<Values, Saved>,
): RecordForm<Values> {
  const [base, setBase] = useState(options.loaded)
  const form = useForm<Values>({ defaultValues: options.loaded.values as DefaultValues<Values> })
  const values = useWatch({ control: form.control }) as Values
  const patch = useMemo(() => patchOf(base.values as JsonRecord, values as JsonRecord), [base, values])
  const changed = Object.keys(patch)
  const isDirty = changed.length > 0
  const check = useDryRun(patch, base.revision, options.dryRun)
  const leaving = useLeaving(isDirty)
  const saving = useSaving({ ...options, base, setBase, form, patch, leaving })
  const isNewer = (options.loaded.revision ?? 0) > (base.revision ?? 0)
  useEffect(() => {
    // What is typed stays, and is merged when it is saved.
    if (!isNewer || isDirty || saving.isSaving) return
    form.reset(options.loaded.values)
    // oxlint-disable-next-line react/set-state-in-effect -- the values are the form library's, and both change at once
    setBase(options.loaded)
    options.onRenewed?.()
  }, [form, isDirty, isNewer, options, saving.isSaving])
  const isAsSaved = saving.faultsOf === JSON.stringify(patch)
  const faults = saving.faults !== null && isAsSaved ? saving.faults : check.faults
  return {
    form,
    changed,
    isDirty,
    faults: isDirty ? faults : [],
    faultAt: (path) => (isDirty ? faultAt(faults, path) : undefined),
    effects: isDirty ? check.effects : [],
    isChecking: check.isChecking,
    isSaving: saving.isSaving,
    guard: leaving.guard,
    // A later check that went through says that the server answers again.
    error: isOver(saving, check) ? null : (saving.error ?? (isDirty ? check.error : null)),
    conflicts: saving.conflicts,
    changedBy: base.changedBy ?? null,
    newer: isNewer && isDirty ? { by: options.loaded.changedBy ?? null } : null,
    saved: base.values,
    resolve: saving.resolve,
    save: saving.save,
    discard: () => {
      form.reset(base.values)
      saving.forget()
    },
  }
}

/** Returns whether saving failed because the server could not answer, and a check has been answered since. */
function isOver({ error, failedAt }: SavingState, check: Checked): boolean {
  return error !== null && isPassing(error) && check.error === null && check.at > failedAt
}

function isPassing({ status }: ApiError): boolean {
  return status === 0 || status >= 500
}

interface Checked {
  of: string
  faults: readonly Fault[]
  effects: DryRun['effects']
  error: ApiError | null
  /** Milliseconds. */
  at: number
}

const unchecked: Checked = { of: '{}', faults: [], effects: [], error: null, at: 0 }

function useDryRun(
  patch: JsonRecord,
  revision: number | null,
  dryRun: RecordFormOptions<FieldValues, { revision: number | null }>['dryRun'],
): Checked & { isChecking: boolean } {
  const [checked, setChecked] = useState(unchecked)
  const run = useRef(dryRun)
  useEffect(() => {
    run.current = dryRun
  })
  const text = JSON.stringify(patch)
  useEffect(() => {
    if (text === '{}') return
    const stop = new AbortController()
    const check = (): void => {
      run.current(JSON.parse(text) as JsonRecord, revision, stop.signal).then(
        ({ effects }) => setChecked({ of: text, faults: [], effects, error: null, at: Date.now() }),
        (failure: unknown) => {
          if (stop.signal.aborted) return
          const error = asApiError(failure)
          // An old revision shows when the form is saved; what is typed is still checked then.
          const isFaulty = error.faults.length > 0
          const other = isFaulty || error.status === 412 ? null : error
          setChecked({ of: text, faults: error.faults, effects: [], error: other, at: Date.now() })
          if (isPassing(error)) timer = setTimeout(check, dryRunAgainMs)
        },
      )
    }
    let timer = setTimeout(check, dryRunAfterMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, revision])
  return { ...checked, isChecking: text !== '{}' && checked.of !== text }
}

interface SavingOptions<
  Values extends FieldValues,
  Saved extends { revision: number | null },
> extends RecordFormOptions<Values, Saved> {
  base: Loaded<Values>
  setBase: (base: Loaded<Values>) => void
  form: UseFormReturn<Values>
  patch: JsonRecord
  leaving: Leaving
}

interface SavingState {
  isSaving: boolean
  error: ApiError | null
  faults: readonly Fault[] | null
  /** The patch that had them. */
  faultsOf: string
  conflicts: readonly Conflict[] | null
  /** Milliseconds. */
  failedAt: number
}

const idle: SavingState = {
  isSaving: false,
  failedAt: 0,
  error: null,
  faults: null,
  faultsOf: '',
  conflicts: null,
}

function useSaving<Values extends FieldValues, Saved extends { revision: number | null }>(
  options: SavingOptions<Values, Saved>,
) {
  const { base, setBase, form, patch, leaving, reload, save, valuesOf, onSaved, onFinished } = options
  const [state, setState] = useState(idle)
  // A second press may come before the bar shows that the first is under way.
  const isUnderWay = useRef(false)
  const merge = async (): Promise<void> => {
    const theirs = await reload()
    const yours = form.getValues() as JsonRecord
    const { merged, conflicts } = mergeRecord(base.values, theirs.values, yours)
    setBase(theirs)
    for (const [field, value] of Object.entries(merged)) form.setValue(field as never, value as never)
    setState({ ...idle, conflicts })
  }
  return {
    ...state,
    forget: () => setState(idle),
    resolve: (choices: Record<string, 'theirs' | 'yours'>) => {
      const lost = (state.conflicts ?? []).filter(({ field }) => choices[field] === 'theirs')
      const decided = lost.reduce(takeTheirs, form.getValues() as JsonRecord)
      for (const [field] of lost.map(({ path }) => path))
        form.setValue(field as never, decided[field ?? ''] as never)
      setState(idle)
    },
    save: async (): Promise<void> => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      leaving.beginSave()
      setState({ ...idle, isSaving: true })
      try {
        // What is typed while the request is under way is not saved by it.
        const sent = form.getValues()
        const saved = await save(patch, base.revision)
        setState(idle)
        // What is saved is the base from now on, so nothing keeps the page.
        const kept = valuesOf?.(saved) ?? sent
        const typed = form.getValues()
        const { merged } = mergeRecord(sent, kept, typed)
        form.reset(kept, { keepValues: true })
        for (const [field, value] of Object.entries(merged)) form.setValue(field as never, value as never)
        setBase({ values: kept, revision: saved.revision })
        onSaved(saved)
        const isTyped = Object.keys(patchOf(sent, typed)).length > 0
        if (!isTyped && !leaving.isLeft()) onFinished?.(saved)
      } catch (failure) {
        const error = asApiError(failure)
        if (error.status === 412)
          await merge().catch((late: unknown) => setState({ ...idle, error: asApiError(late) }))
        else if (error.faults.length > 0)
          setState({ ...idle, faults: error.faults, faultsOf: JSON.stringify(patch) })
        else setState({ ...idle, error, failedAt: Date.now() })
      } finally {
        isUnderWay.current = false
      }
    },
  }
}
