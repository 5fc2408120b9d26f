import { common } from './common.tsx'
import { errors, failure } from './errors.tsx'
import { ui } from './ui.tsx'

/** What every page has, sign-in too. */
export const base = { locale: 'es', direction: 'ltr' as const, common, errors, failure, ui }
