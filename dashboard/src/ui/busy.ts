import { createContext } from 'react'

/** Whether what is shown is of before, while what was asked for is still loading. */
export const BusyContext = createContext(false)
