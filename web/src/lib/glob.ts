/** The files that a pattern of `import.meta.glob` has found. A pattern that finds none is a mistake, not an empty list. */
export function someFound<T>(files: Record<string, T>, pattern: string): Readonly<Record<string, T>> {
  if (Object.keys(files).length === 0) throw new Error(`no file matches ${pattern}`);
  return files;
}
