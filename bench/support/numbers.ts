const areas = [212, 213, 214, 312, 313, 404, 415, 512, 602, 617, 702, 713, 718, 808, 816, 901]

/**
 * Returns a function that returns valid numbers in E.164, each once, since a project has one call to a number at a
 * time.
 */
export function createNumbers(): () => string {
  let given = 0
  return () => {
    const index = given++
    return `+1${areas[index % areas.length]}${2_000_000 + Math.floor(index / areas.length)}`
  }
}
