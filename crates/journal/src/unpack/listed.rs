//! Texts that were packed before there were lexicons. Journals hold such records for ever.
//!
//! Such a text is `{"shapes":[[keys]…],"value":…,"words":[words and long numbers]}`. In `value` a text or a long number is
//! the place of its word, in digits of 64 letters between quotes, the least digit first; an object is the list of its
//! members' values with the place of its shape behind them; a list has -1 behind it.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::reader::digit;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    shapes: Vec<Vec<String>>,
    value: Value,
    words: Vec<Value>,
}

/// Reads such a text as a value.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let listed: Listed = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    T::deserialize(listed.plain(&listed.value)?).map_err(|fault| fault.to_string())
}

impl Listed {
    /// A value as it was before it was packed.
    fn plain(&self, value: &Value) -> Result<Value, String> {
        match value {
            Value::Null | Value::Bool(_) => Ok(value.clone()),
            Value::Number(number) if number.is_i64() => Ok(value.clone()),
            Value::Number(number) => Err(format!("{number} is not a number of a packed text")),
            Value::String(place) => self.word(place),
            Value::Array(items) => self.many(items),
            Value::Object(_) => Err("an object is not packed".to_owned()),
        }
    }

    fn word(&self, place: &str) -> Result<Value, String> {
        let wrong = || format!("\"{place}\" is not the place of a word");
        let mut at = if place.is_empty() { None } else { Some(0_usize) };
        for letter in place.bytes().rev() {
            let digit = digit(letter).ok_or_else(wrong)?;
            at = at.and_then(|at| at.checked_mul(64)?.checked_add(digit));
        }
        match at.and_then(|at| self.words.get(at)).ok_or_else(wrong)? {
            Value::Number(number) if !number.is_u64() => Err(format!("{number} is not a long number")),
            word @ (Value::String(_) | Value::Number(_)) => Ok(word.clone()),
            _ => Err("a word is neither a text nor a number".to_owned()),
        }
    }

    /// Items with their shape behind them.
    fn many(&self, items: &[Value]) -> Result<Value, String> {
        let without = || "a list without its shape".to_owned();
        let (shape, items) = items.split_last().ok_or_else(without)?;
        let mut plain = items.iter().map(|item| self.plain(item));
        match shape.as_i64().ok_or_else(without)? {
            -1 => Ok(Value::Array(plain.collect::<Result<_, _>>()?)),
            shape => {
                let keys = usize::try_from(shape).ok().and_then(|shape| self.shapes.get(shape));
                let keys = keys.filter(|keys| keys.len() == items.len()).ok_or("an object does not have its shape")?;
                let members = keys.iter().map(|key| Ok((key.clone(), plain.next().unwrap_or_else(|| Err(without()))?)));
                Ok(Value::Object(members.collect::<Result<_, String>>()?))
            }
        }
    }
}
