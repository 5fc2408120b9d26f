import { createContext } from 'react'

/** Opens the dialog that finds; with a text, which was pasted, it goes to the first that is found. */
export const FindContext = createContext<(pasted?: string) => void>(() => undefined)
