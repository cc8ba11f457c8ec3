-- As in 0002, with the numbers cast to text by name: only so is the expression IMMUTABLE and takes the place of the call.
CREATE OR REPLACE FUNCTION price_decimals(price numeric, guess integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT greatest(9, least(40, CASE
  WHEN round(price, guess - 1) >= ('1e' || (9 - guess)::text)::numeric THEN guess - 1
  WHEN round(price, guess) < ('1e' || (8 - guess)::text)::numeric THEN guess + 1
  ELSE guess END)) $$;
