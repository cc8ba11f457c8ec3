-- STABLE like to_char, and not STRICT: otherwise the planner would not inline the function.
CREATE FUNCTION iso(moment timestamp with time zone) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
