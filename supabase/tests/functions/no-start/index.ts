/** Can't be imported, for the host's tests. */
throw new Error('does not start, on purpose')
