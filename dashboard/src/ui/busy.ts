import { createContext } from 'react'

/** Whether old rows are shown while new ones load. */
export const BusyContext = createContext(false)
