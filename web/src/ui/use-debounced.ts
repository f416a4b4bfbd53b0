import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a number of milliseconds; at first the initial one. */
export const useDebounced = <Value>(value: Value, delay: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
};
